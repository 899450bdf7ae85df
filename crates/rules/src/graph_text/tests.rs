use super::*;

#[track_caller]
fn check(text: &str, expect: &str) {
    check_as(text, guess(text), expect);
}

/// Checks the graph, written as `name>name,name` for each node.
#[track_caller]
fn check_as(text: &str, notation: Notation, expect: &str) {
    let shown = match parse(text, notation, &Meter::steps(1 << 30)) {
        Err(mistake) => mistake.to_string(),
        Ok(graph) => {
            let node = |node: u32| {
                let arrows =
                    &graph.targets[graph.starts[node as usize] as usize..graph.starts[node as usize + 1] as usize];
                let arrows: Vec<_> = arrows.iter().map(|&to| graph.names.of(to)).collect();
                format!("{}>{}", graph.names.of(node), arrows.join(","))
            };
            (0..graph.names.len() as u32).map(node).collect::<Vec<_>>().join(" ")
        }
    };
    assert_eq!(shown, expect, "{text}");
}

#[test]
fn edge_lists_are_read_in_their_usual_forms() {
    check("1 2\n1 3 # two\n\n3 -> 2\n", "1>2,3 2> 3>2");
    check("sea,port\nport;town\r\ntown->sea\nhill\n% nobody\n// goes there", "sea>port port>town town>sea hill>");
    check("7 100000000\n", "7>100000000 100000000>");
    check("10 9\n9 a\n", "10>9 9>a a>");
    check("07 7\n", "07>7 7>");
    check("", "");
    check("城 山\n", "城>山 山>");
}

#[test]
fn counted_lists_are_numbered_from_0_or_1() {
    check_as("3 2\n0 1\n1 2\n", Notation::CountedEdges, "0>1 1>2 2>");
    check_as("3 2\n1 2\n2 3\n", Notation::CountedEdges, "1>2 2>3 3>");
    check_as("3 1\n0 3\n", Notation::CountedEdges, "line 2, column 1: both 0 and 3 are nodes, but there are only 3");
    check_as("3 2\n1 2\n", Notation::CountedEdges, "line 3, column 1: the text ends after 1 of 2 arrows");
    check_as("3 1\n1 2\n2 3\n", Notation::CountedEdges, "line 3, column 1: more than the 1 arrows of the first line");
    check_as("3 1\n1 9\n", Notation::CountedEdges, "line 2, column 1: 9 is no node: there are 3");
}

#[test]
fn dot_is_read() {
    check("digraph g { a -> b -> c; d [label=\"x ]\"]; rankdir = LR; node [shape=box] }", "a>b b>c c> d>");
    check("strict digraph { a -> {b c}; \"x y\" -> a:n [color=red] } # end", "a>b,c b> c> x y>a");
    check("graph { 1 -- 2 }", "1>2 2>1");
    check("/* a */ digraph { subgraph s { 2; 1 } -> 0 }", "0> 1>0 2>0");
    check("digraph { a -> }", "line 1, column 16: a node is expected");
    check("digraph { a -> b", "line 1, column 17: the graph ends without `}`");
    check("digraph { a ! b }", "line 1, column 13: `!` has no meaning here");
}

#[test]
fn json_is_read() {
    check("[[1,2],[],[0]]", "0>1,2 1> 2>0");
    check("{\"a\":[\"b\",\"a\"],\"b\":[]}", "a>b,a b>");
    check("{\"nodes\":[3],\"edges\":[[1,2],[2,\"4\"]]}", "1>2 2>4 3> 4>");
    check("{\"edges\":[]}", "");
    check("{\"\\u57ce \\\"\":[]}", "城 \">");
    check("[[1],[2]]", "line 1, column 7: 2 is no node: there are 2, numbered from 0");
    check("[[1],\n [-1]]", "line 2, column 3: a node is expected");
    check("[[1]", "line 1, column 5: `,` is expected");
    check("[[]] x", "line 1, column 6: there is more after the end of the graph");
}

#[test]
fn a_graph_without_room_for_it_is_not_read() {
    let arrows = |arrow: &dyn Fn(usize) -> String| (0..100_000).map(arrow).collect::<String>();
    for (text, notation) in [
        (arrows(&|node| format!("{node} {}\n", node + 1)), Notation::Edges),
        (arrows(&|node| format!("a{node} a{}\n", node + 1)), Notation::Edges),
        (format!("0 199000\n{}", "# far\n".repeat(100_000)), Notation::Edges),
        ("4000000000 0\n".to_owned(), Notation::CountedEdges),
        (format!("digraph {{ {} }}", arrows(&|node| format!("a{node} -> b;"))), Notation::Dot),
        (format!("digraph {{ {{{0}}} -> {{{0}}} }}", "a;b;c;".repeat(30_000)), Notation::Dot),
        (format!("[{}[]]", arrows(&|_| "[0],".to_owned())), Notation::Json),
        (format!("{{\"edges\":[{}[1,2]]}}", arrows(&|node| format!("[{node},0],"))), Notation::Json),
    ] {
        let stopped = parse(&text, notation, &Meter::steps(1 << 20));
        assert_eq!(
            stopped.map(|graph| graph.targets.len()).unwrap_err().message.to_string(),
            "reading was stopped",
            "{notation:?}"
        );
    }
}
