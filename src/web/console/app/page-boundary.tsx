import { Component, type ReactNode } from 'react'
import { Button } from '#web/console/components/button.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { t } from '#web/ui/text.ts'

type Props = { place: string; children: ReactNode }
type State = { place: string; hasFailed: boolean }

/**
 * Catches what a page throws, a missing chunk after an update of the server among it. Another `place` is not
 * held by this one's failure.
 */
export class PageBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, hasFailed: false }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { place, hasFailed: false }
  }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className="mx-auto max-w-prose p-4 py-12">
        <Notice
          tone="danger"
          title={t('This page could not be displayed')}
          announce
          actions={
            <Button icon="refresh" onClick={() => window.location.reload()}>
              {t('Reload')}
            </Button>
          }
        >
          {t('Reload the page. What you saved is safe.')}
        </Notice>
      </div>
    )
  }
}
