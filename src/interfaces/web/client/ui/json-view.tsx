import { useMemo, useState } from 'react';
import type { JsonText } from '../api/types.js';
import { type JsonPart, kindOf, partsOf } from '../json/scan-json.js';
import { indentJson } from '../json/indent-json.js';
import { CopyButton } from './copy-button.js';

/** Longer ones are shown on request. */
const LARGE = 64 * 1024;
/** Members and elements that are shown at a time. */
const CHUNK = 100;
/** A string longer than this is cut until it is clicked. */
const LONG_STRING = 400;

interface Props {
  readonly text: JsonText;
  /** e.g. `Payload`. */
  readonly what: string;
}

/** A JSON text as a tree that opens piece by piece, or as it is. Everything is shown as the server wrote it. */
export function JsonView({ text, what }: Props) {
  const [isWanted, setWanted] = useState(false);
  const [isRaw, setRaw] = useState(false);
  const isHidden = text.length > LARGE && !isWanted;
  return (
    <div class="json">
      <div class="json-tools">
        {!isHidden && (
          <button type="button" class="link-button" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
            Raw
          </button>
        )}
        <CopyButton text={text} what={what} />
      </div>
      {isHidden ? (
        <p class="muted">
          {Math.round(text.length / 1024)} KiB of JSON.{' '}
          <button type="button" class="link-button" onClick={() => setWanted(true)}>
            Show it
          </button>
        </p>
      ) : isRaw ? (
        <pre class="json-raw" dir="ltr">
          {indentJson(text)}
        </pre>
      ) : (
        <div class="json-tree" dir="ltr">
          <Node part={{ text }} depth={0} />
        </div>
      )}
    </div>
  );
}

function Node({ part, depth }: { readonly part: JsonPart; readonly depth: number }) {
  const kind = kindOf(part.text);
  if (kind === 'object' || kind === 'array') return <Branch part={part} depth={depth} />;
  return (
    <div class="json-row">
      <Key name={part.name} />
      {kind === 'string' ? <Text text={part.text} /> : <span class={`json-${kind}`}>{part.text}</span>}
    </div>
  );
}

function Key({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return null;
  return (
    <>
      <bdi class="json-key">{JSON.stringify(name)}</bdi>:{' '}
    </>
  );
}

function Branch({ part, depth }: { readonly part: JsonPart; readonly depth: number }) {
  const [isOpen, setOpen] = useState(depth < 2);
  const [limit, setLimit] = useState(CHUNK);
  const parts = useMemo(() => partsOf(part.text), [part.text]);
  const [opening, closing] = kindOf(part.text) === 'object' ? '{}' : '[]';
  if (parts.length === 0) {
    return (
      <div class="json-row">
        <Key name={part.name} />
        {opening}
        {closing}
      </div>
    );
  }
  return (
    <div>
      <button type="button" class="json-row json-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Key name={part.name} />
        {opening}
        {!isOpen && <span class="json-count">{parts.length}</span>}
        {!isOpen && closing}
      </button>
      {isOpen && (
        <>
          <div class="json-children">
            {parts.slice(0, limit).map((each, index) => (
              <Node key={each.name ?? index} part={each} depth={depth + 1} />
            ))}
            {parts.length > limit && (
              <button type="button" class="link-button" onClick={() => setLimit(limit + 10 * CHUNK)}>
                {parts.length - limit} more
              </button>
            )}
          </div>
          <div class="json-row">{closing}</div>
        </>
      )}
    </div>
  );
}

function Text({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= LONG_STRING || isWhole) return <bdi class="json-string">{text}</bdi>;
  return (
    <>
      <bdi class="json-string">{text.slice(0, LONG_STRING)}</bdi>…{' '}
      <button type="button" class="link-button" onClick={() => setWhole(true)}>
        {text.length - LONG_STRING} more characters
      </button>
    </>
  );
}
