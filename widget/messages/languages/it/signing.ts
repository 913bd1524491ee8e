import type { SigningMessages } from '#widget/messages/signing-en.ts'

export const signing: SigningMessages = {
  what: {
    coins: (amount) => ({ label: 'Invii', main: amount }),
    moved: (amount) => ({ label: 'Sposti ciò che ha un altro conto', main: amount }),
    moreAllowance: (amount) => ({ label: 'Permetti di spendere di più', main: amount }),
    several: (count) => ({
      label: 'Firmi una volta per',
      main: count === 1 ? '1 chiamata' : `${count} chiamate`,
      remark: 'Vengono eseguite in quest’ordine: tutte o nessuna.',
    }),
    backup: () => ({ label: 'Modifichi questo wallet', main: 'Riceve questo indirizzo di riserva' }),
    backupRemoved: () => ({ label: 'Modifichi questo wallet', main: 'Non ha più un indirizzo di riserva' }),
    recoveryCancelled: () => ({ label: 'Modifichi questo wallet', main: 'Il recupero viene annullato' }),
    callCancelled: () => ({ label: 'Ritiri', main: 'Una chiamata che hai firmato' }),
    told: (said) => ({
      label: 'Questa pagina dice',
      main: said,
      remark:
        'Sono parole della pagina e nessuno qui le ha verificate. Indirizzi e numeri sono letti dalla chiamata stessa.',
    }),
  },
  labels: {
    backup: 'Indirizzo di riserva',
    data: 'Dati',
    extraData: 'Dati consegnati',
    holder: 'Preso da',
    length: 'Lunghezza',
    selector: 'Funzione',
    value: 'Inviato in più',
  },
  callOf: (number, count) => `Chiamata ${number} di ${count}`,
  bytes: (count) => `${count} byte`,
  warnings: {
    'allowance-over-balance':
      'È più di quanto contiene il tuo wallet: potrà essere preso anche ciò che arriverà dopo.',
    'from-other-account':
      'Ciò che viene spostato è di un altro conto, che ha permesso al tuo wallet di spostarlo.',
    'removes-backup':
      'Il wallet non avrà un indirizzo di riserva. Se la passkey va persa, nessuno potrà recuperarlo.',
    'sets-backup': 'Chi controlla l’indirizzo di riserva può prendersi il wallet dopo un certo tempo.',
  },
  unread: {
    heading: 'Questa pagina chiede qualcosa che non si può leggere',
    lede: 'Nessuno qui sa dire che cosa fa questa chiamata. Può cedere tutto ciò che il wallet contiene.',
    understood: 'Capisco che non posso vedere che cosa fa',
    missing: 'Spunta la casella o annulla.',
    submit: 'Prosegui',
  },
}
