import { createElement, lazy, Suspense, type ComponentType, type ReactElement, type ReactNode } from 'react'

/** A component in a chunk of its own, loaded when it is first rendered. Renders `skeleton` until then. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  skeleton: ReactNode = null,
) {
  const Loaded = lazy(() => load().then((component) => ({ default: component })))
  return function OnDemand(props: Props): ReactElement {
    return <Suspense fallback={skeleton}>{createElement(Loaded, props)}</Suspense>
  }
}
