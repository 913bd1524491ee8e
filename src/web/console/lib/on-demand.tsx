import { createElement, lazy, Suspense, type ComponentType, type ReactElement } from 'react'

/** A component in a chunk of its own, loaded when it is first rendered. Renders nothing until then. */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(() => load().then((component) => ({ default: component })))
  return function OnDemand(props: Props): ReactElement {
    return <Suspense fallback={null}>{createElement(Loaded, props)}</Suspense>
  }
}
