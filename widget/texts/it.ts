import type { Language, MainMessages, Parts } from './messages.ts'
import { it as pageErrors } from './page-errors.ts'

/** Italian, informal like Italian apps. */
const main: MainMessages = {
  language: 'it',
  direction: 'ltr',
  separators: { group: '.', decimal: ',' },
  errors: {
    CONFIGURATION: pageErrors.CONFIGURATION,
    UNSUPPORTED_BROWSER:
      'Questo browser non può usare passkey su questa pagina. Aprila in un browser aggiornato.',
    RP_ID_MISMATCH:
      'La passkey appartiene a un altro indirizzo web. Apri la pagina in cui hai creato il wallet.',
    OPERATION_NOT_ALLOWED: 'Questa pagina non può farlo con il tuo wallet. Avvisa chi la gestisce.',
    SESSION_EXPIRED: 'La sessione è terminata. Ricarica la pagina, accedi se richiesto e ricomincia.',
    OFFLINE: 'Sei offline. Controlla la connessione e riprova: non si è perso nulla.',
    NETWORK_FAILED: pageErrors.NETWORK_FAILED,
    UNEXPECTED_ANSWER:
      'Il servizio wallet ha dato una risposta che non comprendiamo, quindi ci siamo fermati. Riprova più tardi.',
    OUTCOME_UNKNOWN:
      'Non abbiamo potuto vedere se è stato inviato. Riprova: nulla viene mai inviato due volte.',
    UNKNOWN: 'Qualcosa è andato storto. Riprova o avvisa chi gestisce questa pagina.',
    PASSKEY_CANCELLED:
      'La richiesta della passkey è stata chiusa o non ne ha trovata una adatta. Non è stato firmato nulla. Riprova.',
    PASSKEY_TIMEOUT:
      'La richiesta della passkey non ha avuto risposta in tempo. Non è stato firmato nulla. Riprova.',
    PASSKEY_BLOCKED:
      'La pagina che contiene questa non consente le passkey. Apri questa pagina in una scheda sua.',
    PASSKEY_EXISTS: 'Questo dispositivo ha già una passkey così. Usa quella o scegli un altro dispositivo.',
    PASSKEY_UNSUITABLE:
      'Questa passkey non può aprire un wallet. Prova un altro dispositivo o gestore di password.',
    PASSKEY_WRONG:
      'Questa è la passkey di un altro wallet. Non è stato inviato nulla. Riprova con quella di questo wallet.',
    ADDRESS_MISMATCH:
      'Il servizio wallet ha indicato un indirizzo che non è quello della tua passkey, quindi ci siamo fermati. Non inviare nulla a quell’indirizzo e avvisa chi gestisce questa pagina.',
    CALL_MISMATCH:
      'Il servizio wallet ha preparato qualcosa di diverso da ciò che hai chiesto, quindi ci siamo fermati. Non è stato firmato nulla. Avvisa chi gestisce questa pagina.',
    NO_WALLET: 'Qui non hai ancora un wallet. Prima creane uno.',
    NO_TOKEN: 'Questo wallet non ha token che si possano inviare da qui.',
    INSUFFICIENT_BALANCE: 'Il saldo del wallet non basta per la commissione. Aggiungi token e riprova.',
    STOPPED_BY_PAGE: 'Questa pagina ha impedito la firma. Non è stato inviato nulla.',
    VALIDATION_FAILED: 'Il servizio wallet ha rifiutato qualcosa che hai inserito. Controlla e riprova.',
    INVALID_VERIFICATION_CODE:
      'Il codice è sbagliato o troppo vecchio. Guarda l’e-mail più recente o chiedi un nuovo codice.',
    INVALID_PUBLIC_KEY: 'Il servizio wallet non può usare questa passkey. Creane un’altra.',
    RP_ID_HASH_NOT_REGISTERED: 'Questo indirizzo web non è registrato per i wallet. Avvisa chi lo gestisce.',
    WALLET_ALREADY_DEPLOYED:
      'Questa passkey ha già un wallet, ma non nel tuo account qui. Ricomincia e crea una nuova passkey.',
    INSUFFICIENT_FEE_BALANCE: 'Il pagamento non è ancora arrivato.',
    TRANSACTION_EXPIRED:
      'Il tempo è scaduto, quindi abbiamo fissato un nuovo limite. Controlla ancora una volta e conferma.',
    EXPIRATION_TOO_FAR:
      'Gli orologi non coincidevano, quindi abbiamo fissato un nuovo limite. Controlla ancora una volta e conferma.',
    INVALID_SIGNATURE:
      'La firma non è stata accettata. Non è stato inviato nulla. Conferma ancora una volta.',
    FEE_REFUSED: 'La commissione è cambiata. Controlla quella nuova e conferma di nuovo.',
    TRANSACTION_REVERTS:
      'Questo trasferimento fallirebbe, quindi non è stato inviato. Controlla importo, destinatario e saldo.',
    RECIPIENT_CANNOT_RECEIVE:
      'Il destinatario è un contratto che non può riceverlo. Non è stato inviato nulla.',
    TOKEN_UNREADABLE:
      'Questo token non si può leggere o non indica i suoi decimali. Controlla il suo indirizzo.',
    WALLET_NOT_OWNED: 'Questo wallet non è nel tuo account qui. Avvisa chi gestisce questa pagina.',
    NOT_FOUND: 'Il servizio wallet non lo offre. Avvisa chi gestisce questa pagina.',
    CONFLICT: 'È già in corso. Aspetta un momento e riprova.',
    RATE_LIMITED: 'Troppe richieste. Aspetta un momento e riprova.',
    CHAIN_FAILED: 'La blockchain non è raggiungibile. Riprova tra poco: non si è perso nulla.',
    CHAIN_TIMEOUT: 'La blockchain non ha risposto in tempo. Riprova: nulla viene mai inviato due volte.',
    UNAVAILABLE: 'Il servizio wallet al momento non è disponibile. Riprova tra poco: non si è perso nulla.',
    ORIGIN_REFUSED: 'Questo indirizzo web non può usare il servizio wallet. Avvisa chi lo gestisce.',
    EMAIL_REFUSED: 'Questa sessione è di un altro indirizzo e-mail. Ricarica la pagina e ricomincia.',
  },
  warnings: {
    'self-transfer': 'Il destinatario è questo stesso wallet.',
    'to-token-contract': 'Il destinatario è il contratto stesso del token. I token inviati lì vanno persi.',
    'to-zero-address': 'Il destinatario è l’indirizzo zero. I token inviati lì vanno persi.',
    'unknown-token': 'Non è nella lista dei consentiti: il nome può essere falso.',
    'suspicious-token-text': 'Il nome di questo token è ingannevole.',
  },
  otherWarning: 'Leggi ogni dettaglio prima di confermare.',
  states: {
    SUBMITTED: { heading: 'Inviato', text: 'La blockchain lo sta confermando. Bastano pochi secondi.' },
    CONFIRMED: { heading: 'Confermato', text: 'Il trasferimento è completato.' },
  },
  common: {
    cancel: 'Annulla',
    back: 'Indietro',
    continue: 'Continua',
    tryAgain: 'Riprova',
    startAgain: 'Ricomincia',
    copy: 'Copia',
    copied: 'Copiato',
    copyWhat: (what) => `Copia: ${what}`,
    loading: 'Caricamento…',
    optional: 'facoltativo',
    problemHeading: 'Non ha funzionato',
    retryIn: (seconds) => `Riprova tra ${seconds} s.`,
    units: (units) => `${units} unità di base`,
    chain: (chainId) => `Rete ${chainId}`,
    unnamed: 'Wallet',
    noFee: 'Nessuna',
  },
  labels: {
    address: 'Indirizzo',
    amount: 'Importo',
    calldata: 'Dati della chiamata',
    digest: 'Digest da firmare',
    email: 'E-mail',
    exactAmount: 'Importo in unità di base',
    expiration: 'Scade (secondi Unix)',
    fee: 'Commissione',
    feeReceiver: 'La commissione va a',
    feeToken: 'Token della commissione',
    feeUnits: 'Commissione in unità di base',
    fingerprint: 'Parole di controllo',
    from: 'Da',
    function: 'Funzione',
    name: 'Nome',
    network: 'Rete',
    reason: 'Motivo',
    to: 'A',
    token: 'Token',
    transaction: 'Transazione',
    validUntil: 'Valido fino a',
  },
  person: {
    heading: 'Crea il tuo wallet',
    lede: (organization) =>
      `${organization} verifica prima la tua e-mail. Poi una passkey sul tuo dispositivo diventa la chiave del tuo wallet.`,
    emailInvalid: 'Inserisci un indirizzo e-mail come name@example.com.',
    label: 'Nome del wallet',
    labelInvalid: (max) => `Usa al massimo ${max} caratteri.`,
    submit: 'Invia il codice',
  },
  code: {
    heading: 'Inserisci il codice',
    lede: (email) => `Abbiamo inviato sei cifre a ${email}. Valgono dieci minuti.`,
    label: 'Codice ricevuto per e-mail',
    invalid: 'Il codice ha sei cifre.',
    submitWithPasskey: 'Crea il wallet',
    resend: 'Invia un nuovo codice',
    resendIn: (seconds) => `Invia un nuovo codice (${seconds} s)`,
    resent: 'Un nuovo codice è in arrivo. Vale solo il più recente.',
    passkeyKept: 'La tua passkey viene conservata.',
    changeEmail: 'Cambia e-mail',
  },
  passkey: {
    heading: 'Crea la tua passkey',
    lede: 'Il dispositivo chiede l’impronta, il volto o il PIN. La passkey è l’unica chiave del wallet.',
    domain: 'Vale su',
    submit: 'Crea passkey',
    knownHeading: 'Continua con la tua passkey',
    knownLede: 'Qui ne hai già creata una e non ha ancora un wallet. Confermala una volta e andiamo avanti.',
    knownSubmit: 'Usa la mia passkey',
    makeNew: 'Crea invece una nuova passkey',
    useKnown: 'Usa la passkey creata prima',
  },
  working: {
    address: 'Calcolo dell’indirizzo del wallet…',
    wallet: 'Creazione del wallet…',
    prepare: 'Preparazione del trasferimento…',
    execute: 'Invio…',
  },
  created: {
    heading: 'Il tuo wallet è pronto',
    lede: 'Si apre con la passkey appena creata.',
    single:
      'Questa passkey è su un solo dispositivo. Se va perso, solo un indirizzo di riserva permette di recuperare il wallet.',
    backup: 'Aggiungi un indirizzo di riserva',
  },
  wallet: {
    heading: 'Scegli un wallet',
    lede: 'Da quale wallet vuoi inviare?',
  },
  transfer: {
    heading: 'Invia token',
    change: 'Cambia wallet',
    toHint: 'Indirizzo del wallet (0x…)',
    balance: (amount) => `Saldo: ${amount}`,
    all: 'Invia tutto',
    submit: 'Controlla',
    problems: {
      toMissing: 'Inserisci l’indirizzo del destinatario.',
      toNotAddress: 'Non è un indirizzo: servono 0x e 40 caratteri.',
      toChecksum: 'Questo indirizzo contiene un errore. Copialo di nuovo.',
      toZero: 'È l’indirizzo zero.',
      amountMissing: 'Inserisci un importo.',
      amountFormat: 'Inserisci un numero come 12,50, senza separare le migliaia.',
      amountDecimals: (decimals) =>
        decimals === 0
          ? 'Inserisci un numero intero.'
          : `Usa al massimo ${decimals} ${decimals === 1 ? 'cifra' : 'cifre'} dopo la virgola.`,
      amountZero: 'Inserisci più di zero.',
      amountRange: 'Il numero è troppo grande.',
      amountBalance: (balance, fee, fixed) =>
        `Il wallet contiene ${balance}${fee === '' ? '' : ` e la commissione è di ${fee}`}. ${fixed ? 'Aggiungi token e riprova' : 'Inserisci meno'}.`,
    },
  },
  confirm: {
    heading: 'Controlla e conferma',
    lede: 'Invii',
    validFor: (minutes) => `valido per ${minutes} ${minutes === 1 ? 'minuto' : 'minuti'}`,
    fingerprintHint: 'Le stesse parole compaiono ovunque sia mostrato questo trasferimento.',
    details: 'Dati grezzi',
    unverified: (amount) => `${amount}, secondo il token`,
    submit: 'Conferma con passkey',
  },
  progress: {
    noStatus: 'Il servizio wallet non comunica lo stato.',
    lost: 'Nessuna risposta utilizzabile dal servizio wallet. Continuiamo a provare: nulla va perso o viene inviato due volte.',
    another: 'Invia altro',
  },
}

const tokenIds = (count: number) => `${count} ID di token`

const calls: Parts['calls'] = {
  what: {
    allowance: (amount) => ({ label: 'Permetti di spendere', main: amount }),
    allowanceWithdrawn: (token) => ({
      label: 'Non permetti più di spendere',
      main: token === '' ? 'Questi token' : token,
    }),
    ambiguous: (number) => ({
      label: 'Dai il permesso per',
      main: number,
      remark: 'Un importo in unità di base o l’ID token di un NFT: la chiamata non mostra quale dei due.',
    }),
    ambiguousWithoutLimit: () => ({ label: 'Permetti di spendere', main: 'Senza limite' }),
    ambiguousWithdrawn: (number) => ({ label: 'Revochi un permesso', main: `Numero ${number}` }),
    item: (quantity) => ({ label: 'Invii', main: quantity }),
    itemGrant: (quantity) => ({ label: 'Permetti il trasferimento di', main: quantity }),
    itemWithdrawn: (quantity) => ({ label: 'Non permetti più il trasferimento di', main: quantity }),
    batch: (count) => ({ label: 'Invii', main: tokenIds(count) }),
    everyItem: (name) => ({
      label: 'Permetti il trasferimento di',
      main:
        name === ''
          ? 'Tutti i token di questa collezione, ora e in futuro'
          : `Tutti i tuoi ${name}, ora e in futuro`,
    }),
    everyItemWithdrawn: (name) => ({
      label: 'Non permetti più il trasferimento di',
      main: name === '' ? 'Tutti i token di questa collezione' : `Tutti i tuoi ${name}`,
    }),
    unknown: () => ({ label: 'Chiami un contratto', main: 'Il suo effetto è sconosciuto' }),
  },
  labels: {
    amounts: 'Quantità',
    collection: 'Collezione',
    contract: 'Contratto',
    everyRow: 'Tutti gli ID token',
    id: 'ID token',
    nobody: 'Nessuno',
    operator: 'Operatore',
    row: 'Riga',
    spender: 'Autorizzato a spendere',
    withdrawnFrom: 'Revocato a',
  },
  instead: {
    errors: {
      TRANSACTION_REVERTS:
        'Fallirebbe, quindi non è stato inviato. Controlla che il wallet abbia ciò che serve e chi lo riceve.',
    },
    warnings: {
      'ambiguous-token':
        'I dati non dicono se si tratta di un importo di un token o di un NFT di una collezione. Leggi il numero in entrambi i modi.',
      'operator-grant':
        'L’operatore può trasferire tutti i tuoi token di questa collezione, ora e in futuro, finché non revochi il permesso.',
      'to-token-contract':
        'Il destinatario è il contratto stesso del token. Ciò che viene inviato lì va perso.',
      'unknown-call': 'Questa chiamata non si può decodificare: il suo effetto è sconosciuto.',
      'unlimited-allowance':
        'L’autorizzato a spendere può trasferire tutto il tuo saldo di questo token, ora e in futuro, finché non revochi il permesso.',
      'value-with-call': 'La chiamata invia anche il token nativo della rete.',
    },
    states: {
      CONFIRMED: { heading: 'Confermato', text: 'È stato eseguito sulla blockchain.' },
      FAILED: {
        heading: 'Non riuscito',
        text: 'Non è stato eseguito e non è cambiato nulla. Controlla ciò che serve prima di prepararlo di nuovo.',
      },
    },
    working: { prepare: 'Preparazione…' },
    confirm: { fingerprintHint: 'Le stesse parole compaiono ovunque sia mostrata questa chiamata.' },
  },
}

const frame: Parts['frame'] = {
  errors: {
    INSECURE_CONTEXT:
      'Le passkey richiedono una pagina cifrata. Apri questa pagina con il suo indirizzo che inizia con https://.',
    PAGE_HIDDEN:
      'Questa pagina non era in primo piano, quindi la richiesta della passkey non poteva aprirsi. Fai clic qui e riprova.',
    PASSKEY_NOT_FOUND:
      'La richiesta è terminata subito: forse questo dispositivo non ha una passkey per questo wallet. Non è stato firmato nulla. Riprova e scegli il telefono o un altro dispositivo. Se un’app mostra questa pagina, aprila nel browser.',
    PASSKEY_REFUSED:
      'Il browser ha rifiutato subito, senza chiedere. Imposta un blocco schermo, l’impronta o il PIN e riprova, oppure usa un altro dispositivo. Se un’app mostra questa pagina, aprila nel browser.',
    PASSKEY_NO_ANSWER:
      'Il gestore di password ha preso la richiesta e non ha risposto. Disattivalo per questa pagina, o scegline un altro, e riprova.',
    PASSKEY_BUSY: 'È aperta un’altra richiesta di passkey. Completala o chiudila e riprova.',
    PASSKEY_DEVICE_FAILED:
      'Il dispositivo non ha potuto rispondere. Sbloccalo, accedi al suo gestore di password e riprova, o usa un altro dispositivo.',
    PASSKEY_BROWSER_FAILED:
      'Il browser non ha potuto aprire una richiesta di passkey. Aggiornalo, disattiva le estensioni per le password o usa un altro browser.',
    PASSKEY_CLICK_NEEDED:
      'Il browser chiede un altro clic prima di aprire una richiesta di passkey. Premi di nuovo il pulsante.',
    PASSKEY_UNVERIFIED:
      'Il dispositivo non ha verificato la tua identità. Imposta impronta, volto o PIN, oppure usa un altro dispositivo.',
    PASSKEY_KEY_TYPE:
      'Questo dispositivo crea un tipo di passkey diverso da quello che serve ai wallet. Usa un altro dispositivo o gestore di password.',
    POLICY_REFUSED:
      'Le regole di questo wallet non lo consentono, quindi non è stato inviato. Cambialo o chiedi a chi gestisce questa pagina.',
    CO_SIGNATURE_MISSING:
      'Anche il cofirmatario di questo wallet deve firmare e questo servizio non può chiederglielo: non è stato inviato nulla. Chieda a chi gestisce questa pagina.',
    CO_SIGNER_NOT_READY:
      'Il cofirmatario di questo wallet non è ancora pronto: non è stato inviato nulla. Riprovi tra poco.',
    CLOCK_WRONG:
      'L’orologio di questo dispositivo è sbagliato, quindi il limite di tempo è stato rifiutato. Impostalo su automatico, controlla ancora una volta e conferma.',
    RP_ID_MISMATCH:
      'La passkey appartiene a un indirizzo web diverso da questa pagina. Apri la pagina in cui l’hai creata.',
    PASSKEY_BLOCKED:
      'La pagina che contiene questa non consente le passkey qui. Prosegui in una finestra a parte.',
  },
  copyDetails: 'i dettagli per l’assistenza',
  covered: 'Qualcosa copre questo wallet, o non si vede per intero. Così non si può confermare nulla.',
  openWindow: 'Apri in una finestra',
  windowOpen: 'Prosegui nella finestra che si è aperta.',
  windowBlocked:
    'Il browser non ha aperto la finestra. Consenti i pop-up per questa pagina e premi di nuovo.',
  createHeading: 'Crea la passkey qui',
  createLede: 'La pagina da cui vieni non può farlo da sola. Poi questa finestra si chiude.',
  createSubmit: 'Crea passkey',
  notCreated:
    'Non è stata creata nessuna passkey: la richiesta è stata chiusa, o il dispositivo non ha spazio per un’altra. Riprova, oppure usa un altro dispositivo.',
}

const funding: Parts['funding'] = {
  heading: 'Aggiungi token',
  lede: 'Questo wallet paga da sé le commissioni, quindi prima gli serve un piccolo saldo.',
  missing: 'Invia almeno',
  address: 'a questo indirizzo',
  watching: 'In attesa. Continuiamo automaticamente quando arriva il pagamento.',
  stalled: 'Non è stato possibile leggere il saldo. Continuiamo a provare.',
  arrived: 'Arrivato finora',
}

const held: Parts['held'] = {
  states: {
    PENDING_USER_APPROVAL: {
      heading: 'In attesa della tua approvazione',
      text: 'Approva o rifiuta nella tua app di approvazione. Prima il servizio wallet non invia nulla.',
    },
    APPROVED: { heading: 'Approvato', text: 'È in corso l’invio alla blockchain.' },
    FAILED: {
      heading: 'Il trasferimento è fallito',
      text: 'Non è stato eseguito e i token sono ancora nel tuo wallet. Controlla il saldo prima di prepararlo di nuovo.',
    },
    REJECTED: {
      heading: 'Rifiutato',
      text: 'È stato rifiutato nella tua app di approvazione. Il servizio wallet non ha inviato nulla. Se è stato un errore, preparalo di nuovo.',
    },
    EXPIRED: {
      heading: 'Scaduto',
      text: 'Non è stato approvato in tempo. Il servizio wallet non ha inviato nulla. Preparalo di nuovo per avere un nuovo numero.',
    },
    CANCELLED: { heading: 'Annullato', text: 'Non è stato eseguito.' },
  },
  unseen: {
    heading: 'Stato sconosciuto',
    text: 'Il servizio wallet non risponde da cinque minuti. Potrebbe essere già confermato: controlla di nuovo prima di inviare altro.',
  },
  overdue: 'Il tempo per approvarlo è scaduto.',
  again: 'Prepara di nuovo',
  cancel: 'Annulla questo pagamento',
  unsure:
    'L’hai firmato e potrebbe essere già in corso. Riprova: viene inviata la stessa firma, che conta una volta sola. Non pagare di nuovo prima di allora.',
  executable: (time) =>
    `Non è andato a buon fine, ma fino al ${time} può ancora riuscire: se riprovi qui, o se qualcun altro invia la tua firma. Non pagare di nuovo prima di allora.`,
  number: (number) => `Scegli ${number}`,
  pick: 'Scegli questo numero nella tua app di approvazione per approvare. Prima il servizio wallet non invia nulla.',
  other: {
    heading: 'In attesa di un amministratore',
    text: 'Dagli questo numero per approvare. Prima il servizio wallet non invia nulla.',
  },
  timeLeft: (time) => `Tempo rimasto: ${time}`,
  open: 'Apri l’app di approvazione',
  mailed: (email) => `Abbiamo inviato un link a ${email ?? 'la tua e-mail'}.`,
  reported: 'L’hai segnalato. Il servizio wallet non ha inviato nulla e l’organizzazione è stata avvisata.',
  cancelling: {
    what: 'Con questa firma annulli quanto segue. Dopo non potrà più essere eseguito.',
    refused: 'Non è stato possibile annullarlo. Forse è appena stato eseguito: continuiamo a controllare.',
    tooLate: 'Non è stato possibile annullarlo in tempo: il pagamento è stato eseguito.',
  },
}

const message: Parts['message'] = {
  heading: {
    text: 'Firma un messaggio',
    'sign-in': 'Accedi',
    permission: 'Firma un permesso',
    payment: 'Firma un pagamento',
    cancellation: 'Annulla un pagamento firmato',
    data: 'Firma dei dati',
  },
  lede: (origin: string) => `${origin} chiede la tua firma. Nulla viene inviato alla blockchain.`,
  by: 'Firmato da',
  which: 'Con quale wallet vuoi firmare?',
  otherCoSigner:
    'Il server indica un cofirmatario diverso da quello che questo browser conosce. Se non lo hai cambiato tu, non firmare.',
  removedCoSigner:
    'Hai iniziato la rimozione del cofirmatario. Il server dice che è conclusa. Non lo è se il cofirmatario si è opposto: in quel caso non firmare.',
  hash: 'Hash del messaggio',
  validFrom: 'Valido da',
  validUntil: 'Valido fino a',
  noEnd: 'Senza fine',
  warnings: {
    site: (site: string, origin: string) =>
      `Con questo accedi a ${site}, ma lo chiede ${origin}. Chi riceve la firma può usare lì il tuo account.`,
    uri: (address: string, origin: string) => `Vale per l’indirizzo ${address}, che non è di ${origin}.`,
    account: 'Questo accesso indica un account diverso dal tuo wallet.',
    chain: 'Questo accesso è per una rete diversa da quella del tuo wallet.',
    expired: 'Questo accesso è scaduto.',
    early: 'Questo accesso non è ancora valido.',
    malformed: 'Sembra un accesso, ma non ne ha la forma. Le sue parti possono significare altro.',
    hidden: 'Il testo contiene caratteri invisibili. Sono mostrati con i loro codici.',
    foreign:
      'Riguarda il denaro di un altro conto, non del suo portafoglio. La sua firma non vale per questo, o è una trappola.',
    gives:
      'Con questa sola firma altri possono prendere ciò che è indicato qui. Prima non viene chiesto altro.',
    unread:
      'Non si sa che cosa permette questa firma. Può cedere tutto ciò che il wallet contiene. Leggi ogni riga.',
  },
  understood: 'L’ho letto e voglio firmarlo comunque',
  refused: {
    held: 'Approvi ciò che fa questo wallet nella tua app di approvazione, e una firma lo aggirerebbe. Nulla è stato firmato. Chiedi a questa pagina di inviare il permesso come transazione.',
    declined: 'È stato rifiutato nell’app di approvazione. Questa pagina non ha ricevuto la firma.',
    expired: 'Non è stato approvato in tempo. Questa pagina non ha ricevuto la firma.',
    coSigner: 'Questo wallet ha un cofirmatario che non ha firmato. La pagina non ha ricevuto alcuna firma.',
    unsafe:
      'Questa pagina chiede di firmare qualcosa che potrebbe essere una transazione. Nulla è stato firmato. Avvisa chi la gestisce.',
  },
  signedHeading: 'Firmato',
  signed: 'La pagina ha la tua firma. Nulla è stato inviato alla blockchain.',
}

const notes: Parts['notes'] = {
  balance: (before, after) => `Saldo: ${before}. Dopo: ${after}.`,
  source: 'Comunicato dal server.',
  payee: (address, name) => `L’organizzazione chiama ${address} «${name}».`,
  feeLarge: 'La commissione è più di quanto invii.',
  first: (address, whole) =>
    whole
      ? `Questo wallet non ha mai avuto a che fare con ${address}. Confronta l’indirizzo carattere per carattere.`
      : `Questo wallet di recente non ha avuto a che fare con ${address}. Confronta l’indirizzo carattere per carattere.`,
  unfinished: (address, until) =>
    `Un pagamento precedente a ${address} può ancora essere eseguito fino al ${until}. Se confermi anche questo, potresti pagare due volte.`,
  unchecked: (address) =>
    `Non è stato possibile verificare se ${address} imita un altro indirizzo. Confronta l’indirizzo cifra per cifra.`,
  imitates: {
    wallet: (address) => `${address} inizia e finisce come l’indirizzo di questo wallet, ma è un altro.`,
    known: (address, original) =>
      `${address} inizia e finisce come ${original}, con cui questo wallet ha avuto a che fare, ma è un altro. Chi l’ha creato vuole che tu li confonda.`,
    token: (address, original) =>
      `${address} inizia e finisce come ${original}, il contratto di un token, ma è un altro. Chi l’ha creato vuole che tu li confonda.`,
    named: (address, name) =>
      `${address} inizia e finisce come «${name}», che l’organizzazione conosce, ma è un altro. Chi l’ha creato vuole che tu li confonda.`,
  },
  simulation: {
    differs: 'Una simulazione sulla blockchain differisce da ciò che vedi qui. Conferma solo se sai perché.',
    balance: 'Saldo di',
    approval: 'Permesso per',
    read: 'Mostrato qui',
    simulated: 'Nella simulazione',
    nothing: 'Nessuna modifica',
    everything: 'Tutti i token',
    understood: 'So perché differisce',
    missing: 'Non è stato possibile simularla sulla blockchain. Sono stati letti solo i suoi byte.',
    checking: 'Verifica in corso…',
    fails: 'Questa transazione fallirà se inviata ora.',
    notHeld: 'Il wallet non possiede abbastanza di un token che invia.',
    itemNotHeld: (tokenId) => `Il wallet non possiede il token con ID ${tokenId}, o non abbastanza.`,
    blocked: (name) => `La regola «${name}» lo blocca.`,
    unsignable: 'Non si può firmare.',
    again: 'Verifica di nuovo',
    orgApproval: (name) => `Dopo la tua firma serve l’approvazione dell’organizzazione (regola «${name}»).`,
    ownApproval: 'Dopo la tua firma dai l’approvazione nell’app di approvazione.',
  },
}

const quantity: Parts['quantity'] = {
  unlimited: (token) => (token === '' ? 'Senza limite' : `${token} senza limite`),
}

const signing: Parts['signing'] = {
  what: {
    coins: (amount) => ({ label: 'Invii', main: amount }),
    moved: (amount) => ({ label: 'Trasferisci da un altro account', main: amount }),
    moreAllowance: (amount) => ({ label: 'Permetti di spendere di più', main: amount }),
    several: (count) => ({
      label: 'Firmi una volta per',
      main: count === 1 ? '1 chiamata' : `${count} chiamate`,
      remark: 'Vengono eseguite in quest’ordine: tutte o nessuna.',
    }),
    backup: () => ({ label: 'Modifichi questo wallet', main: 'Riceve questo indirizzo di riserva' }),
    backupRemoved: () => ({ label: 'Modifichi questo wallet', main: 'Non ha più un indirizzo di riserva' }),
    recoveryCancelled: () => ({ label: 'Modifichi questo wallet', main: 'Il recupero viene annullato' }),
    callCancelled: () => ({ label: 'Annulli', main: 'Una chiamata che hai firmato' }),
    coSigner: () => ({ label: 'Modifichi questo wallet', main: 'Riceve questo cofirmatario' }),
    coSignerRemoved: () => ({ label: 'Modifichi questo wallet', main: 'Non ha più un cofirmatario' }),
    coSignerRemovalStarted: () => ({
      label: 'Modifichi questo wallet',
      main: 'Inizia la rimozione del suo cofirmatario',
    }),
    coSignerKept: () => ({ label: 'Modifichi questo wallet', main: 'Mantiene il suo cofirmatario' }),
    deviceAdded: () => ({ label: 'Modifichi questo wallet', main: 'Riceve questo dispositivo' }),
    deviceRemoved: () => ({ label: 'Modifichi questo wallet', main: 'Perde questo dispositivo' }),
    objected: () => ({ label: 'Ti opponi', main: 'Alla rimozione di un cofirmatario' }),
    registered: (said, owner) => ({
      label: `${owner} dice nel registro pubblico`,
      main: said,
      remark:
        'L’organizzazione si fida di queste parole; qui non sono state verificate. Indirizzi e numeri sono letti dalla chiamata stessa.',
    }),
    formatted: (said) => ({
      label: 'Questa pagina dice',
      main: said,
      remark:
        'Sono parole della pagina e non sono state verificate. Indirizzi e numeri sono letti dalla chiamata stessa.',
    }),
  },
  labels: {
    backup: 'Indirizzo di riserva',
    coSigner: 'Cofirmatario',
    data: 'Dati',
    extraData: 'Dati aggiuntivi',
    holder: 'Preso da',
    key: 'Chiave pubblica',
    length: 'Lunghezza',
    selector: 'Funzione',
    value: 'Inviato in più',
  },
  callNumber: (number, count) => `Chiamata ${number} di ${count}`,
  bytes: (count) => `${count} byte`,
  warnings: {
    'allowance-over-balance':
      'È più di quanto contiene il tuo wallet: potrà essere preso anche ciò che arriverà dopo.',
    'from-other-account':
      'Ciò che viene spostato è di un altro account, che ha permesso al tuo wallet di spostarlo.',
    'adds-key': 'La passkey aggiunta potrà firmare tutto per questo wallet.',
    'objects-to-removal':
      'Il titolare dell’altro wallet dovrà attendere 30 giorni, non 3, per la rimozione del cofirmatario.',
    'removes-co-signer': 'La passkey da sola potrà allora spostare tutto ciò che è in questo wallet.',
    'removes-key': 'La passkey rimossa non potrà più firmare per questo wallet.',
    'sets-co-signer':
      'Se questo indirizzo è sbagliato, il wallet non si potrà usare per tre giorni: ogni transazione richiederà anche la sua firma.',
    'starts-co-signer-removal':
      'Tra tre giorni la passkey da sola potrà spostare tutto ciò che è in questo wallet.',
    'removes-backup':
      'Il wallet non avrà un indirizzo di riserva. Se la passkey va persa, il wallet non si potrà recuperare.',
    'sets-backup':
      'Chi controlla l’indirizzo di riserva può prendere il controllo del wallet dopo un certo tempo.',
  },
  unread: {
    heading: 'Questa pagina chiede qualcosa che non si può leggere',
    lede: 'Questa chiamata non si può decodificare. Può cedere tutto ciò che il wallet contiene.',
    understood: 'Capisco che non posso vedere che cosa fa',
    missing: 'Spunta la casella o annulla.',
    submit: 'Prosegui',
  },
}

const wallet: Parts['wallet'] = {
  labels: {
    activeFrom: 'Attivabile',
    backup: 'Indirizzo di riserva',
    callData: 'Dati della chiamata',
    contract: 'A (il tuo wallet)',
    network: 'Rete',
    sender: 'Da (indirizzo di riserva)',
    value: 'Valore',
    wallet: 'Wallet',
  },
  timeLeft: (days, time) =>
    days === 0
      ? `Tempo rimasto: ${time}`
      : `Tempo rimasto: ${days} ${days === 1 ? 'giorno' : 'giorni'} ${time}`,
  network: (chainId) => `Rete ${chainId}`,
  changeWallet: 'Un altro wallet',
  login: {
    heading: 'Apri il tuo wallet',
    lede: (organization) =>
      `Usa la passkey del tuo wallet ${organization}. Non viene firmato né inviato nulla.`,
    submit: 'Usa la mia passkey',
    working: 'Ricerca del tuo wallet…',
    doneHeading: 'Questo è il tuo wallet',
    done: 'La tua passkey lo apre su questo dispositivo.',
    singleWithBackup:
      'Questa passkey è su un solo dispositivo. Il tuo indirizzo di riserva permette di recuperare il wallet.',
    unchecked:
      'Questa non è la prima passkey del wallet, quindi l’indirizzo non si può calcolare da essa. Prima di ricevere denaro, confrontalo con quello che hai annotato.',
    missedHeading: 'Questa passkey non apre nessuno dei tuoi wallet',
    missed: {
      unknown:
        'Forse è di un altro account o di un altro sito. Prova un’altra passkey o accedi con un altro account.',
      'other-chain': 'È stata creata per un wallet su un’altra rete. Prova un’altra passkey.',
      replaced: 'È stata rimossa dal wallet, o un recupero l’ha sostituita. Usa un’altra passkey.',
    },
    again: 'Prova un’altra passkey',
    forget: 'Rimuovi questa passkey dal mio dispositivo',
    forgetHint:
      'Solo se hai la certezza che non apre nulla: un wallet altrove, aperto solo da questa passkey, andrebbe perso.',
    forgetSure: 'Sì, rimuovila',
  },
  receive: {
    heading: 'Ricevi',
    lede: 'Dai questo indirizzo a chi ti paga.',
    qr: 'Codice QR del tuo indirizzo',
    accepted: 'Accettati qui',
    otherwise: (chain) =>
      `Invia solo su questa rete: ${chain}. Ciò che viene inviato su un’altra rete qui non arriva.`,
    received: (amount) => `Ricevuto: ${amount}`,
    watching: 'I token in arrivo compaiono qui automaticamente.',
    stalled: 'Non è stato possibile leggere il saldo. Continuiamo a provare.',
    blind: 'Questo servizio non comunica i saldi, quindi i token in arrivo non compaiono qui.',
    balance: (amount) => `hai ${amount}`,
  },
  backup: {
    heading: 'Indirizzo di riserva',
    lede: 'Se perdi la passkey, questo indirizzo può darne una nuova al wallet. Servono tre giorni, e fino ad allora la tua passkey può rifiutarla.',
    hint: 'Un indirizzo la cui chiave è al sicuro e non su questo dispositivo: un wallet hardware o una persona di fiducia.',
    present: 'Hai un indirizzo di riserva. Puoi sostituirlo.',
    none: 'Non hai un indirizzo di riserva. Se perdi la passkey, perdi anche il wallet.',
    unknown: 'Questo servizio non comunica l’indirizzo di riserva.',
    label: 'Nuovo indirizzo di riserva',
    submit: 'Controlla e firma',
    remove: 'Rimuovi l’indirizzo di riserva',
    later: 'Più tardi',
    pendingHeading: 'È proposta una nuova passkey',
    pending: (time) =>
      `L’indirizzo di riserva vuole dare al tuo wallet una nuova passkey. Si potrà attivare dal ${time}. Se non eri tu, rifiutala adesso.`,
    refuse: 'Rifiuta la nuova passkey',
    problems: {
      missing: 'Inserisci un indirizzo.',
      notAddress: 'Non è un indirizzo che può avere una chiave: servono 0x e 40 caratteri.',
      checksum: 'Questo indirizzo contiene un errore. Copialo di nuovo.',
      self: 'Questo è un tuo wallet, aperto dalle stesse passkey. Usa un altro indirizzo.',
      token: 'Questo è il contratto di un token, che non può firmare nulla. Usa un altro indirizzo.',
      same: 'Questo è già il tuo indirizzo di riserva.',
      coSigner:
        'Questo è l’indirizzo del cofirmatario o della passkey di approvazione. Usa un altro indirizzo.',
      imitation:
        'Questo indirizzo somiglia a uno dei tuoi, ma è un altro. Copialo di nuovo da dove lo conosci.',
    },
    what: {
      set: 'Imposti un indirizzo di riserva',
      remove: 'Rimuovi l’indirizzo di riserva',
      removed: 'Il wallet non si può recuperare',
      refuse: 'Rifiuti la passkey proposta',
      refused: 'La tua passkey resta',
      unknown: 'Chiami un contratto',
      unknownMain: 'Il suo effetto è sconosciuto',
    },
    warnings: {
      'sets-backup':
        'Chi ha la chiave di questo indirizzo può prendere il controllo del tuo wallet dopo tre giorni, se non rifiuti in tempo.',
      'removes-backup': 'Senza indirizzo di riserva, una passkey persa è un wallet perso.',
      'unknown-call': 'Questa chiamata non si può decodificare: il suo effetto è sconosciuto.',
    },
    confirmed: { heading: 'Fatto', text: 'È confermato sulla blockchain.' },
    failed: { heading: 'Non riuscito', text: 'Non è stato eseguito e non è cambiato nulla.' },
    preparing: 'Preparazione…',
    another: 'Mostra l’indirizzo di riserva',
  },
  recover: {
    heading: 'Recupera il tuo wallet',
    lede: 'Per quando la sua passkey è persa. Ora ne crei una nuova. Il tuo indirizzo di riserva la propone e, tre giorni dopo, apre il wallet.',
    submit: 'Crea la nuova passkey',
    domain: 'Vale su',
    proposalHeading: 'Proponi la nuova passkey',
    proposal:
      'Invia questa chiamata dal tuo indirizzo di riserva, con qualsiasi app di wallet. Vedremo quando è arrivata.',
    other:
      'L’indirizzo di riserva ha proposto una passkey diversa da questa. Invia questa chiamata per proporre invece questa; i tre giorni ricominciano.',
    qr: 'Codice QR della chiamata, per le app di wallet che lo leggono',
    watching: 'In attesa. Puoi uscire e tornare: la tua nuova passkey viene conservata.',
    stalled: 'Non è stato possibile leggere il wallet. Continuiamo a provare.',
    waitingHeading: 'In attesa',
    waiting:
      'La nuova passkey è proposta. Si potrà attivare allo scadere del tempo. Fino ad allora quella vecchia può rifiutarla.',
    waitingElsewhere:
      'È proposta una nuova passkey, ma non è stata creata in questo browser. Se non l’hai chiesta, rifiutala con la tua passkey attuale.',
    activateHeading: 'Attiva la nuova passkey',
    activateText:
      'I tre giorni sono passati. D’ora in poi la nuova passkey apre il wallet e quella vecchia no.',
    activate: 'Attiva',
    working: 'Attivazione della nuova passkey…',
    noBackupHeading: 'Questo wallet non ha un indirizzo di riserva',
    noBackup:
      'Lo apre solo la sua passkey. Cercala sugli altri tuoi dispositivi, nel gestore di password o sulla chiave di sicurezza.',
    doneHeading: 'Il tuo wallet è recuperato',
    done: 'Si apre con la tua nuova passkey. Quella vecchia non lo apre più.',
    doneElsewhere: 'Si apre con la nuova passkey, sul dispositivo in cui è stata creata.',
  },
}

const welcome: Parts['welcome'] = {
  mail: 'Controlla la posta per proteggere questo wallet',
  link: 'Apri il link che ti inviamo. Da quel momento questo servizio non invia nulla dal wallet finché non lo approva nell’app di approvazione.',
}

/** Entry of this language's file. */
export default function openLanguage(): Language {
  return {
    ...main,
    parts: { calls, held, frame, funding, message, notes, quantity, signing, wallet, welcome },
  }
}
