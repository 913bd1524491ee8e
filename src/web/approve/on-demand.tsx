import type { ComponentType } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { Pending } from './problem.tsx'

/** A page whose code is loaded when it is first displayed. A failed load can be retried. */
export function createOnDemandPage<Props extends object>(
  loadPage: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function OnDemandPage(props: Props) {
    const [loaded, setLoaded] = useState<{ Page: ComponentType<Props> }>()
    const [problem, setProblem] = useState<unknown>()
    const load = useCallback(() => {
      setProblem(undefined)
      loadPage().then((Page) => setLoaded({ Page }), setProblem)
    }, [])
    useEffect(load, [load])
    if (loaded === undefined) return <Pending value={undefined} problem={problem} retry={load} />
    return <loaded.Page {...props} />
  }
}
