import { Component, type ReactNode } from 'react';
import { Failure } from '../ui/states.js';

interface Props {
  /** A new one gives the view another try. */
  readonly place: string;
  readonly children: ReactNode;
}

/** A view that breaks takes nothing with it: the frame stays. */
export class ErrorBoundary extends Component<Props, { error: unknown; place: string }> {
  override state = { error: undefined as unknown, place: this.props.place };

  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static override getDerivedStateFromProps({ place }: Props, state: { place: string }) {
    return place === state.place ? null : { place, error: undefined };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <Failure error={error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
