import { Component, type ReactNode } from 'react'
import { Button } from '#web/console/components/button.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { t } from '#web/ui/text.ts'

type Props = { path: string; children: ReactNode }
type State = { path: string; hasFailed: boolean }

/**
 * Catches a page's errors, including a missing chunk after a server update. A different `path` starts without
 * the error.
 */
export class PageBoundary extends Component<Props, State> {
  override state: State = { path: this.props.path, hasFailed: false }

  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { path, hasFailed: false }
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
