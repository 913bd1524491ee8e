import type { FundingMessages } from '#widget/messages/funding-en.ts'

export const funding: FundingMessages = {
  heading: 'Aggiungi monete',
  lede: 'Questo wallet paga da sé le commissioni, quindi prima gli serve un piccolo saldo.',
  missing: 'Invia almeno',
  address: 'a questo indirizzo',
  watching: 'In attesa. Appena arriva il pagamento si prosegue da soli.',
  stalled: 'Non è stato possibile leggere il saldo. Continuiamo a provare.',
  arrived: 'Arrivato finora',
}
