import type { Collectible } from '#protocol/org/wallets.ts'
import { Icon } from '#web/console/components/icon.tsx'
import { Skeleton } from '#web/console/components/skeleton.tsx'
import { t } from '#web/ui/text.ts'

type CollectiblePictureProps = {
  picture: Collectible['picture']
  problem: Collectible['problem']
  isLoading: boolean
  name: string
}

/** The picture of an item, or a calm place in its stead that says why there is none. */
export function CollectiblePicture({ picture, problem, isLoading, name }: CollectiblePictureProps) {
  const shell = 'aspect-square w-full rounded-md border border-line'
  if (isLoading) return <Skeleton className={shell} />
  if (picture !== undefined) {
    const source = `data:${picture.mediaType};base64,${picture.base64}`
    return (
      <img
        src={source}
        alt={t('Image of {name}', { name })}
        loading="lazy"
        decoding="async"
        className={`${shell} bg-sunken object-contain`}
      />
    )
  }
  return (
    <div
      className={`${shell} flex flex-col items-center justify-center gap-2 bg-canvas p-2 text-center text-xs text-muted`}
    >
      <Icon name="token" className="size-6 text-faint" />
      {problemText(problem)}
    </div>
  )
}

function problemText(problem: Collectible['problem']): string {
  switch (problem) {
    case 'kind':
      return t('Image format not supported')
    case 'size':
      return t('Image too large')
    case 'unreachable':
      return t('Image unavailable')
    case 'none':
    case undefined:
      return t('No image')
  }
}
