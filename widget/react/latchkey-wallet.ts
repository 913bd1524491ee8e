import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type ReactNode,
} from 'react'
import type { WidgetCall } from '#shared/org/widget-call.ts'
import { defineLatchkeyWallet, type LatchkeyWalletElement } from '#widget/index.ts'
import { attributesOf, type LatchkeyWalletAttributes } from './attributes.ts'
import { eventOf, listen, type LatchkeyWalletHandlers } from './listeners.ts'

/** What `<LatchkeyWallet>` takes: the element's attributes and properties, and a handler for each of its events. */
export type LatchkeyWalletProps = LatchkeyWalletAttributes &
  LatchkeyWalletHandlers & {
    /** Asks your backend for a widget token; called at the start and whenever one has expired. */
    getToken: () => Promise<string>
    /** With `flow="send"`: the call to sign; one of equal content starts nothing anew. */
    call?: WidgetCall | null | undefined
    /** What you say of your own contracts; read when a flow starts. */
    descriptors?: readonly object[] | undefined
    id?: string | undefined
    className?: string | undefined
    /** For the element's slots. */
    children?: ReactNode
  }

/** A server renders the bare tag and runs no effect; React 18 would complain there about this one. */
const useEffectBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * The element in React 18 and 19. `ref` is the element itself, with `restart()` and `cancel()`. Handlers and `getToken`
 * may be new functions at each render; only other attributes or another call start the flow anew.
 */
export const LatchkeyWallet = forwardRef<LatchkeyWalletElement, LatchkeyWalletProps>(
  function LatchkeyWallet(props, ref) {
    const element = useRef<LatchkeyWalletElement>(null)
    const newest = useRef(props)
    const { id, className, children, call = null, descriptors } = props
    const callText = JSON.stringify(call)
    const handlers = Object.keys(props)
      .filter((name) => eventOf(name) !== undefined)
      .toSorted()
      .join(' ')
    useImperativeHandle<LatchkeyWalletElement | null, LatchkeyWalletElement | null>(
      ref,
      () => element.current,
      [],
    )
    useEffectBeforePaint(() => {
      newest.current = props
    })
    useEffectBeforePaint(() => {
      if (element.current === null) return
      return listen(element.current, handlers.split(' '), (name) => Reflect.get(newest.current, name))
    }, [handlers])
    useEffectBeforePaint(() => {
      if (element.current !== null && descriptors !== undefined) element.current.descriptors = descriptors
    }, [descriptors])
    // Before the element is defined, so that it starts with everything: it takes over what was set earlier.
    useEffectBeforePaint(() => {
      if (element.current !== null) element.current.getToken = () => newest.current.getToken()
    }, [])
    useEffectBeforePaint(() => {
      if (element.current === null) return
      const given = newest.current.call ?? null
      if (given !== null || element.current.call) element.current.call = given
    }, [callText])
    useEffectBeforePaint(defineLatchkeyWallet, [])
    return createElement(
      'latchkey-wallet',
      { ...attributesOf(props), ref: element, id, class: className },
      children,
    )
  },
)
