// Colours of values: outcomes have their own, numbers run from pale to strong so that equal ones look equal.

export interface Scale {
  low: number;
  high: number;
}

export function scaleOf(values: (number | string | null)[]): Scale {
  const numbers = values.filter((value): value is number => typeof value === 'number');
  let [low, high] = [Infinity, -Infinity];
  for (const value of numbers) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return numbers.length > 0 ? { low, high } : { low: 0, high: 1 };
}

export function colourOf(value: number | string | null, scale: Scale, dark: boolean): string {
  if (value === null) return dark ? '#1a2022' : '#ffffff';
  if (value === 'N') return '#cfe8d8';
  if (value === 'P') return '#f3b8a8';
  if (value === 'D') return '#f3e3ad';
  if (typeof value !== 'number') return '#d8dbda';
  if (scale.low < 0) {
    const share = value / Math.max(-scale.low, scale.high, 1);
    return share < 0 ? `hsl(14 70% ${92 + share * 32}%)` : `hsl(150 42% ${92 - share * 34}%)`;
  }
  if (value === 0) return '#f3b8a8';
  const share = Math.log1p(value - scale.low) / Math.log1p(Math.max(scale.high - scale.low, 1));
  return `hsl(${190 - share * 40} ${30 + share * 25}% ${93 - share * 36}%)`;
}
