import type { FundingMessages } from '#widget/messages/funding-en.ts'

export const funding: FundingMessages = {
  heading: 'Alimentez le portefeuille',
  lede: 'Ce portefeuille paie lui-même ses frais : il lui faut d’abord un petit solde.',
  missing: 'Envoyez au moins',
  address: 'à cette adresse',
  watching: 'Nous attendons. La suite vient d’elle-même dès que le paiement arrive.',
  stalled: 'Le solde n’a pas pu être lu. Nous continuons d’essayer.',
  arrived: 'Reçu jusqu’ici',
}
