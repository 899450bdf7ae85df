//! Maps addresses to handlers.

use crate::answer::Answer;
use crate::connections::{Answering, Connection};
use crate::guard::guard;
use crate::jobs::Jobs;
use crate::options::Options;
use crate::page::page;
use crate::pool::{Pool, Waiting};
use crate::problem::Problem;
use crate::seconds;
use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, extract::Request, middleware::Next};
use grundy::Budget;
use grundy::contest::json_error;
use grundy::contest::repeated_field;
use grundy::request::{self, QUESTIONS, Request as Question, abbreviated};
use grundy_message::message;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio_stream::{Stream, StreamExt};

/// Maximum time a request waits for its turn, in addition to the time its work may take.
const SLACK: Duration = Duration::from_secs(25);
/// Maximum silence in the event stream of a job, so that a client notices in time that the server is gone.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// OpenAPI description of the interface.
const OPENAPI: &str = include_str!("../openapi.json");

struct House {
    options: Arc<Options>,
    questions: Pool<Answer>,
    /// Checks rules while they are being written. Has threads of its own, so that typing never waits for other work.
    desk: Pool<Answer>,
    jobs: Arc<Jobs>,
}

type Home = State<Arc<House>>;

/// Builds the routes. Must be called within the runtime, because a task removes old jobs.
///
/// # Errors
/// Fails if the threads cannot be started.
pub fn router(options: Arc<Options>) -> io::Result<Router> {
    let limits = &options.limits;
    let threads = limits.threads.max(1);
    let budget = Budget {
        max_seconds: Some(limits.seconds),
        // Half of all memory is for questions; every thread keeps two solvers.
        max_bytes: limits.table_bytes / 4 / threads as u64,
        max_packed_positions: limits.positions.saturating_mul(100),
        full: limits.full.clone(),
        ..Budget::positions(limits.positions)
    };
    let waiting = Waiting { max: limits.waiting, max_per_client: limits.client_waiting };
    let house = Arc::new(House {
        questions: Pool::start(threads, waiting, &budget)?,
        desk: Pool::start(1, waiting, &budget)?,
        jobs: Jobs::start(limits)?,
        options: options.clone(),
    });
    let patience = seconds(limits.seconds) + SLACK;
    let answered = Router::new()
        .route("/api/games", get(games))
        .route("/api/games/{name}", get(game))
        .route("/api/diagnose", post(diagnose))
        .route("/api/jobs/{name}", post(begin).get(job).delete(cancel))
        .route("/api/openapi.json", get(openapi))
        .route("/api/version", get(version))
        .route("/api/{question}", post(ask).fallback(wrong_method))
        .layer(from_fn(move |request: Request, next: Next| in_time(patience, request, next)));
    Ok(Router::new()
        .merge(answered)
        .route("/api/jobs/{name}/events", get(events))
        .fallback(page_or_not)
        .method_not_allowed_fallback(not_allowed)
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(options.clone(), whole))
        .layer(from_fn_with_state(options, guard))
        .with_state(house))
}

/// Waits until the whole request has arrived; from then on its connection is not silent.
async fn whole(State(options): State<Arc<Options>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let limits = &options.limits;
    let bytes = match tokio::time::timeout(seconds(limits.body_seconds), collect(body, limits.body_bytes)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(problem)) => return problem.into_response(),
        Err(_) => {
            let detail = message!("the request did not arrive in time");
            return Problem::new(StatusCode::REQUEST_TIMEOUT, "too-slow", detail).into_response();
        }
    };
    // From now on the connection is not silent; the guard makes sure that the whole answer is sent.
    let _answering = parts.extensions.get::<Arc<Connection>>().map(Answering::begin);
    next.run(Request::from_parts(parts, Body::from(bytes))).await
}

async fn collect(body: Body, max_bytes: usize) -> Result<Vec<u8>, Problem> {
    let mut pieces = body.into_data_stream();
    let mut bytes = Vec::new();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| Problem::request(message!("the request did not arrive whole")))?;
        if bytes.len() + piece.len() > max_bytes {
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", message!("the request is too long")));
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// Gives up a request that takes too long.
async fn in_time(patience: Duration, request: Request, next: Next) -> Response {
    match tokio::time::timeout(patience, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too-slow", message!("the answer did not come in time"))
                .hint(message!("long work is a job: POST /api/jobs/…"))
                .into_response()
        }
    }
}

async fn not_allowed() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", message!("this address is not asked in this way"))
        .hint(message!("GET /api/openapi.json tells how"))
}

/// Answers a request with the wrong HTTP method: distinguishes questions that exist from those that do not.
async fn wrong_method(Name(question): Name) -> Problem {
    if QUESTIONS.contains(&question.as_str()) {
        return not_allowed().await;
    }
    let address = format!("/api/{}", abbreviated(&question));
    let detail = message!("there is nothing at `{address}`", address);
    Problem::new(StatusCode::NOT_FOUND, "not-found", detail)
}

/// Serves the page to GET requests.
async fn page_or_not(request: Request) -> Response {
    match *request.method() {
        Method::GET | Method::HEAD => page(request.uri().clone()).await,
        _ => {
            let allowed = [(header::ALLOW, "GET, HEAD")];
            (allowed, not_allowed().await).into_response()
        }
    }
}

/// Path segment with its escapes decoded. A segment that is not UTF-8 becomes a [`Problem`].
struct Name(String);

impl<S: Send + Sync> FromRequestParts<S> for Name {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Name, Problem> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.map(|Path(name)| Name(name)).map_err(|_| Problem::request(message!("the address is not written in UTF-8")))
    }
}

/// Address of the client, if the connection has one.
struct Client(Option<IpAddr>);

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Infallible> {
        Ok(Client(parts.extensions.get::<Arc<Connection>>().map(|connection| connection.client())))
    }
}

async fn games(query: Result<Query<HashMap<String, String>>, QueryRejection>) -> Result<Response, Problem> {
    let Query(query) = query.map_err(|_| Problem::request(message!("what stands behind `?` cannot be read")))?;
    Ok(json_response(request::list(query.get("word").map(String::as_str))))
}

async fn game(State(house): Home, Name(name): Name) -> Result<Response, Problem> {
    Ok(json_response(request::show(&name, &house.options.limits.of_requests())?))
}

async fn openapi() -> Response {
    (([(header::CONTENT_TYPE, "application/json")]), OPENAPI).into_response()
}

async fn version() -> Response {
    json_response(json!({"name": "grundy", "version": env!("CARGO_PKG_VERSION")}))
}

async fn diagnose(State(house): Home, Client(client): Client, body: Bytes) -> Result<Response, Problem> {
    let fields = read(&body)?;
    let limits = house.options.limits.of_requests();
    let work = Box::new(move |_: &mut _| Ok(Answer::Json(request::diagnose(&fields, &limits)?)));
    Ok(house.desk.ask(client, "", work).await?.into_response())
}

async fn ask(
    State(house): Home,
    Name(question): Name,
    Client(client): Client,
    body: Bytes,
) -> Result<Response, Problem> {
    if !QUESTIONS.contains(&question.as_str()) {
        let problem = request::unknown_question(&question).into();
        return Err(Problem { status: StatusCode::NOT_FOUND, kind: "not-found", ..problem });
    }
    let too_long = match question.as_str() {
        "find" => Some(message!("looking for rules takes long")),
        "check" => Some(message!("checking claims takes long")),
        _ => None,
    };
    if let Some(what) = too_long {
        let problem = Problem::new(StatusCode::BAD_REQUEST, "too-long", what);
        return Err(problem.hint(message!("make it a job: POST /api/jobs/{question}", question)));
    }
    let request = read(&body)?;
    let limits = house.options.limits.clone();
    // The same game goes to the same thread.
    let key = ["game", "rules", "givens"]
        .map(|field| request.get(field).map(Value::to_string).unwrap_or_default())
        .join("\n");
    let work = Box::new(move |cache: &mut _| Answer::new(&question, &request, cache, &limits));
    Ok(house.questions.ask(client, &key, work).await?.into_response())
}

async fn begin(
    State(house): Home,
    Name(question): Name,
    Client(client): Client,
    body: Bytes,
) -> Result<Response, Problem> {
    let request = read(&body)?;
    // Mistakes in the question are reported at once.
    let (asked, fields, limits) = (question.clone(), request.clone(), house.options.limits.of_requests());
    let look = move |_: &mut _| Ok(Question::from_json(&asked, &fields, &limits).map(|_| Answer::Json(Value::Null))?);
    house.desk.ask(client, "", Box::new(look)).await?;
    let name = house.jobs.begin(client, question, request)?;
    let mut response = json_response(json!({"job": name, "events": format!("/api/jobs/{name}/events")}));
    *response.status_mut() = StatusCode::ACCEPTED;
    Ok(response)
}

async fn job(State(house): Home, Name(name): Name) -> Result<Response, Problem> {
    let (stage, data) = house.jobs.stage(&name)?.event();
    Ok(json_response(json!({"stage": stage, "data": data})))
}

async fn cancel(State(house): Home, Name(name): Name) -> Result<Response, Problem> {
    house.jobs.cancel(&name)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn events(
    State(house): Home,
    Name(name): Name,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let events = house.jobs.watch(&name)?.map(|stage| {
        let (name, data) = stage.event();
        Ok(Event::default().event(name).data(data.to_string()))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

fn read(body: &Bytes) -> Result<Value, Problem> {
    let request: Value = serde_json::from_slice(body)
        .map_err(|error| Problem::request(message!("the request is not JSON: {error}", error = json_error(&error))))?;
    // A repeated field is refused: the last one may not be what was meant.
    if let Some(twice) = std::str::from_utf8(body).ok().and_then(repeated_field) {
        return Err(Problem::request(twice));
    }
    Ok(request)
}

fn json_response(data: Value) -> Response {
    Answer::Json(data).into_response()
}
