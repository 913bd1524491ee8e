import type { FundingMessages } from '#widget/messages/funding-en.ts'

export const funding: FundingMessages = {
  heading: 'Añada monedas',
  lede: 'Esta cartera paga sus propias comisiones, así que primero necesita un pequeño saldo.',
  missing: 'Envíe al menos',
  address: 'a esta dirección',
  watching: 'Esperando. Seguimos solos en cuanto llegue el pago.',
  stalled: 'No se ha podido leer el saldo. Seguimos intentándolo.',
  arrived: 'Recibido hasta ahora',
}
