import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { ApiProblem, problemText } from '../api/api-problem.js';
import { Icon, type IconName } from './icon.js';

/** Before the first answer: nothing for a moment, since most answers come at once, then grey lines. */
export function Loading({ lines = 6 }: { readonly lines?: number }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="skeleton" aria-busy="true">
      <span class="visually-hidden">Loading</span>
      {isLate && Array.from({ length: lines }, (_, index) => <span key={index} class="skeleton-line" />)}
    </div>
  );
}

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}

/** Where there is nothing to show, and what can be done about it. */
export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** A view that could not be loaded. */
export function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const status = error instanceof ApiProblem ? error.status : undefined;
  return (
    <div class="empty" role="alert">
      <span class="empty-icon empty-icon-bad">
        <Icon name="overdue" />
      </span>
      <h2>{TITLES[status ?? 0] ?? 'This could not be loaded'}</h2>
      <p>{problemText(error)}</p>
      {onRetry !== undefined && (
        <button type="button" class="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

const TITLES: Readonly<Record<number, string>> = {
  401: 'Sign in to see this',
  403: 'You may not see this',
  404: 'This server does not offer that',
};
