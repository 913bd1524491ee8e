import type { FundingMessages } from '#widget/messages/funding-en.ts'

export const funding: FundingMessages = {
  heading: 'Coins einzahlen',
  lede: 'Diese Wallet zahlt ihre Gebühren selbst und braucht deshalb zuerst ein kleines Guthaben.',
  missing: 'Senden Sie mindestens',
  address: 'an diese Adresse',
  watching: 'Wir warten. Sobald die Zahlung eintrifft, geht es von selbst weiter.',
  stalled: 'Das Guthaben ließ sich nicht lesen. Wir versuchen es weiter.',
  arrived: 'Bisher eingetroffen',
}
