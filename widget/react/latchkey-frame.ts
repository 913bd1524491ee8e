import { createElement, forwardRef } from 'react'
import { defineLatchkeyFrame, type LatchkeyFrameElement } from '#widget/frame/index.ts'
import { attributesOf, type LatchkeyFrameAttributes } from './attributes.ts'
import { useEffectBeforePaint, useElement, type ElementProps } from './use-element.ts'

/**
 * What `<LatchkeyFrame>` takes. `onBeforeCreate` and the other `onBefore…` handlers are only notified; nothing
 * outside the frame can cancel.
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
    const { id, className } = props
    const element = useElement(ref, props)
    useEffectBeforePaint(defineLatchkeyFrame, [])
    return createElement('latchkey-frame', { ...attributesOf(props), ref: element, id, class: className })
  },
)
