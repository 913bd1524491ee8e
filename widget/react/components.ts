import { createElement, forwardRef, type ReactNode } from 'react'
import { defineLatchkeyFrame, type LatchkeyFrameElement } from '#widget/frame/index.ts'
import { defineLatchkeyWallet, type LatchkeyWalletElement } from '#widget/index.ts'
import { attributesFrom, type LatchkeyFrameAttributes, type LatchkeyWalletAttributes } from './attributes.ts'
import { useEffectBeforePaint, useElement, type ElementProps } from './use-element.ts'

/**
 * The props of `<LatchkeyWallet>`: the element's attributes and properties, and a handler for each of its
 * events.
 *
 * @example
 * const props: LatchkeyWalletProps = { apiUrl: 'https://wallets.example', flow: 'send', getToken }
 */
export type LatchkeyWalletProps = LatchkeyWalletAttributes &
  ElementProps & {
    /** Descriptors of your own contracts. Read when a flow starts. */
    descriptors?: readonly object[] | undefined
    /** Content for the element's slots. */
    children?: ReactNode
  }

/**
 * The element in React 18 and 19. `ref` is the element itself, with `restart()` and `cancel()`. Handlers and
 * `getToken` may be new functions on each render. Only a changed attribute or call restarts the flow.
 *
 * @example
 * <LatchkeyWallet
 *   apiUrl="https://wallets.example"
 *   flow="create"
 *   getToken={getToken}
 *   onCreated={({ detail }) => setAddress(detail.address)}
 * />
 */
export const LatchkeyWallet = /* @__PURE__ */ forwardRef<LatchkeyWalletElement, LatchkeyWalletProps>(
  function LatchkeyWallet(props, ref) {
    const { className, children, descriptors } = props
    const element = useElement(ref, props)
    useEffectBeforePaint(() => {
      if (element.current !== null && descriptors !== undefined) element.current.descriptors = descriptors
    }, [descriptors])
    useEffectBeforePaint(defineLatchkeyWallet, [])
    return createElement(
      'latchkey-wallet',
      { ...attributesFrom(props), ref: element, class: className },
      children,
    )
  },
)

/**
 * The props of `<LatchkeyFrame>`. `onBeforeCreate` and the other `onBefore…` handlers are only notified. They
 * cannot cancel, because only the frame's own page can.
 *
 * @example
 * const props: LatchkeyFrameProps = { src: 'https://wallet.shop.example/', flow: 'create', getToken }
 */
export type LatchkeyFrameProps = LatchkeyFrameAttributes & ElementProps

/**
 * The page around a framed wallet, in React 18 and 19. `ref` is the element itself, with `restart()`.
 *
 * @example
 * <LatchkeyFrame src="https://wallet.shop.example/" getToken={getToken} onConfirmed={() => refetch()} />
 */
export const LatchkeyFrame = /* @__PURE__ */ forwardRef<LatchkeyFrameElement, LatchkeyFrameProps>(
  function LatchkeyFrame(props, ref) {
    const { className } = props
    const element = useElement(ref, props)
    useEffectBeforePaint(defineLatchkeyFrame, [])
    return createElement('latchkey-frame', { ...attributesFrom(props), ref: element, class: className })
  },
)
