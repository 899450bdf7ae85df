// Texts within addresses: pieces of a path, and rules packed into a fragment. Whatever an address holds, reading it ends soon.

/** The longest text that is unpacked: no server takes longer rules. */
export const MAX_RULES_BYTES = 64 * 1024;

/** A piece of a path as text; what is no proper escape stands for itself. */
export function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}

export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return 'rules=' + btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The rules in a fragment; null where there are none, where they are damaged, or longer than rules may be. */
export async function unpack(hash: string): Promise<string | null> {
  if (!hash.startsWith('rules=')) return null;
  try {
    const letters = atob(hash.slice('rules='.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const decoder = new TextDecoder();
    let text = '';
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      length += value.length;
      // A few letters can unpack to gigabytes.
      if (length > MAX_RULES_BYTES) {
        void reader.cancel().catch(() => {});
        return null;
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return null;
  }
}
