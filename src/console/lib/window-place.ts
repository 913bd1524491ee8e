/** What is asked of the window before anything is drawn. */
export type WindowPlace = {
  /** Without a trailing slash. */
  origin: string
  /** What the browser says that it is. */
  userAgent: string
  widthPixels: number
  heightPixels: number
  /** Whether there is room for the columns of tables: the `md` of the styles. */
  isWide: boolean
}

export const WIDE = '(min-width: 52rem)'

let standIn: WindowPlace | undefined

/** Where there is no window, and a picture of a page is drawn for somebody else's. */
export function drawFor(place: WindowPlace): void {
  standIn = place
}

export function windowPlace(): WindowPlace {
  return (
    standIn ?? {
      origin: window.location.origin,
      userAgent: navigator.userAgent,
      widthPixels: window.innerWidth,
      heightPixels: window.innerHeight,
      isWide: window.matchMedia(WIDE).matches,
    }
  )
}
