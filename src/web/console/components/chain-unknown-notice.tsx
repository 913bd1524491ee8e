import type { ReactElement } from 'react'
import { t } from '#web/ui/text.ts'
import { Notice } from './notice.tsx'

/** Explains how to configure the chain of a hosted service that does not report it. */
export function ChainUnknownNotice(): ReactElement {
  return (
    <Notice tone="danger" title={t('The chain is unknown')}>
      {t(
        'This service does not report its chain. Set UPSTREAM_CHAIN_ID and UPSTREAM_FACTORY and restart: without them no wallet can be created and nothing can be signed.',
      )}
    </Notice>
  )
}
