import type { HeldMessages } from '#widget/messages/held-en.ts'

export const held: HeldMessages = {
  states: {
    PENDING_USER_APPROVAL: {
      heading: 'Wartet auf Ihre Freigabe',
      text: 'Geben Sie es in Ihrer Freigabe-App frei oder lehnen Sie es dort ab. Vorher wird nichts gesendet.',
    },
    APPROVED: { heading: 'Freigegeben', text: 'Es wird an die Blockchain gesendet.' },
    FAILED: {
      heading: 'Die Überweisung ist gescheitert',
      text: 'Die Blockchain hat sie abgelehnt, und die Coins sind noch in Ihrer Wallet. Prüfen Sie das Guthaben, bevor Sie sie neu vorbereiten.',
    },
    REJECTED: {
      heading: 'Abgelehnt',
      text: 'Es wurde in Ihrer Freigabe-App abgelehnt. Nichts wurde gesendet. War das ein Versehen, bereiten Sie es neu vor.',
    },
    EXPIRED: {
      heading: 'Abgelaufen',
      text: 'Es wurde nicht rechtzeitig freigegeben. Nichts wurde gesendet. Bereiten Sie es für eine neue Zahl neu vor.',
    },
    CANCELLED: { heading: 'Storniert', text: 'Es kann nicht mehr ausgeführt werden. Nichts wurde gesendet.' },
  },
  unseen: {
    heading: 'Wir sehen nicht, wie es ausging',
    text: 'Der Wallet-Dienst hat seit fünf Minuten nicht geantwortet. Es kann inzwischen bestätigt sein oder nicht: Sehen Sie noch einmal nach, bevor Sie etwas anderes senden.',
  },
  again: 'Neu vorbereiten',
  cancel: 'Diese Zahlung stornieren',
  unsure:
    'Sie haben es unterschrieben, und es ist vielleicht unterwegs. Versuchen Sie es noch einmal: Dieselbe Unterschrift wird eingereicht, und sie zählt nur einmal. Zahlen Sie bis dahin nichts anderes an ihrer Stelle.',
  executable: (time) =>
    `Es ging nicht durch, aber bis ${time} kann es noch: wenn Sie es hier noch einmal versuchen oder wenn jemand anderes Ihre Unterschrift einreicht. Zahlen Sie vorher nichts anderes an ihrer Stelle.`,
  number: (number) => `Wählen Sie ${number}`,
  pick: 'Wählen Sie diese Zahl in Ihrer Freigabe-App, um es freizugeben. Vorher wird nichts gesendet.',
  timeLeft: (time) => `Noch ${time}`,
  open: 'Freigabe-App öffnen',
  mailed: (email) => `Wir haben einen Link an ${email ?? 'Ihre E-Mail-Adresse'} gesendet.`,
  reported:
    'Sie haben gesagt, dass Sie das nicht wollten. Nichts wurde gesendet, und die Organisation weiß Bescheid.',
  cancelling: {
    what: 'Mit dieser Unterschrift stornieren Sie das Folgende. Es kann dann nicht mehr ausgeführt werden.',
    refused:
      'Es konnte nicht storniert werden. Vielleicht wurde es gerade ausgeführt: Wir sehen weiter nach.',
    tooLate: 'Die Stornierung kam zu spät: Die Zahlung wurde ausgeführt.',
  },
}
