import { toStorableText } from './json.js';

/** Longest `last_error` and event message, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 8_000;

/** `text` as every store can hold it: NUL and lone surrogates replaced, cut between two code points. */
export function toBoundedText(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return toStorableText(text);
  const endsInsidePair =
    isHighSurrogate(text.charCodeAt(MAX_TEXT_LENGTH - 1)) && isLowSurrogate(text.charCodeAt(MAX_TEXT_LENGTH));
  const cut = text.slice(0, endsInsidePair ? MAX_TEXT_LENGTH - 1 : MAX_TEXT_LENGTH);
  // A slice can keep the whole original alive; joining makes a string of its own.
  return toStorableText([...cut].join(''));
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
