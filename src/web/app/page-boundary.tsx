import { Component, type ReactNode } from 'react'
import type { Location } from '../lib/router/location.ts'
import { PageError } from './page-error.tsx'

type Props = { location: Location; children: ReactNode }
type State = { location: Location; caught: { error: unknown } | null }

/** Shows an error that its content threw, until the next navigation. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { location: this.props.location, caught: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { caught: { error } }
  }

  static getDerivedStateFromProps({ location }: Props, state: State): State | null {
    return location === state.location ? null : { location, caught: null }
  }

  override render(): ReactNode {
    const { caught } = this.state
    return caught ? <PageError error={caught.error} /> : this.props.children
  }
}
