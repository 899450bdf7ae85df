// The words of the rule language, for the eye.

import type { StreamParser } from '@codemirror/language';

const WORDS = new Set(
  ('game given let players move win wins lose draw draws loses score scores stuck compound loops ties symmetry start claim ' +
    'strategy about source title valid if then else and or not in plus with nothing again gain for true false mover other').split(' '),
);
const FUNCTIONS = new Set(
  ('min max abs gcd lcm len sort reverse size isqrt floor_phi is_fibonacci bit popcount nim_product is_prime prime_factors divisors valuation is_square log2 digits floor_sqrt reachable attached sum count any all xor ' +
    'int bool bag set').split(' '),
);

export const rules: StreamParser<null> = {
  name: 'grundy',
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return 'comment';
    if (stream.match(/^"[^"]*"?/) || stream.match(/^'[^']*'?/)) return 'string';
    if (stream.match(/^\d+/)) return 'number';
    const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u) as RegExpMatchArray | null;
    if (word) return WORDS.has(word[0]) ? 'keyword' : FUNCTIONS.has(word[0]) ? 'variableName.standard' : 'variableName';
    if (stream.match(/^(->|\.\.|==|!=|<=|>=|\+\+|\*\*|[-+*/%|^&<>=])/)) return 'operator';
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: '#' } },
};
