import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type ForwardedRef,
  type RefObject,
} from 'react'
import type { WidgetCall, SignableMessage } from '#protocol/widget-call.ts'
import { toEventName, listen, type LatchkeyWalletHandlers } from './listeners.ts'

/** Properties of both components in addition to the attributes of their tags. */
export type ElementProps = LatchkeyWalletHandlers & {
  /** Fetches a widget token from your backend. Called at the start and each time a token has expired. */
  getToken: () => Promise<string>
  /** The call to sign with `flow="send"`. A call with equal content does not restart the flow. */
  call?: WidgetCall | null | undefined
  /** The message to sign with `flow="sign"`. A message with equal content does not restart the flow. */
  message?: SignableMessage | null | undefined
  id?: string | undefined
  className?: string | undefined
}

/** Members of both elements. */
type Shown = EventTarget & {
  getToken: (() => Promise<string>) | undefined
  call: WidgetCall | null
  message: SignableMessage | null
}

/** A server renders the bare tag and runs no effects. React 18 would warn about a layout effect there. */
export const useEffectBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * Sets the newest properties and handlers of an element. The component defines the element afterwards. It
 * adopts properties that were set earlier, so it starts with all of them.
 */
export function useElement<Element extends Shown>(
  ref: ForwardedRef<Element>,
  props: ElementProps,
): RefObject<Element | null> {
  const element = useRef<Element>(null)
  const newest = useRef(props)
  const { call = null, message = null } = props
  const given = JSON.stringify([call, message], (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  const handlers = Object.keys(props)
    .filter((name) => toEventName(name) !== undefined)
    .toSorted()
    .join(' ')
  useImperativeHandle<Element | null, Element | null>(ref, () => element.current, [])
  useEffectBeforePaint(() => {
    newest.current = props
  })
  useEffectBeforePaint(() => {
    if (element.current === null) return
    return listen(element.current, handlers.split(' '), (name) => Reflect.get(newest.current, name))
  }, [handlers])
  useEffectBeforePaint(() => {
    if (element.current !== null) element.current.getToken = () => newest.current.getToken()
  }, [])
  useEffectBeforePaint(() => {
    if (element.current === null) return
    const { call: newCall = null, message: newMessage = null } = newest.current
    if (newCall !== null || element.current.call) element.current.call = newCall
    if (newMessage !== null || element.current.message) element.current.message = newMessage
  }, [given])
  return element
}
