import { Component, type ReactNode } from 'react'

interface GuardProps {
  fallback: ReactNode
  page?: string
  children: ReactNode
}

interface GuardState {
  failure: { error: unknown } | undefined
  page: string | undefined
}

/** React Router shows a throwing page again without end; here the error of a fallback goes to the guard above. */
export class Guard extends Component<GuardProps, GuardState> {
  override state: GuardState = { failure: undefined, page: this.props.page }
  private shown: GuardState['failure']

  static getDerivedStateFromError(error: unknown): Pick<GuardState, 'failure'> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ page }: GuardProps, state: GuardState): GuardState | null {
    return page === state.page ? null : { failure: undefined, page }
  }

  override render() {
    const { failure } = this.state
    if (failure && this.shown && failure !== this.shown) throw failure.error
    this.shown = failure
    return failure ? this.props.fallback : this.props.children
  }
}
