import type { KeysTexts } from './en.ts'

const keys: KeysTexts = {
  labels: {
    backup: 'Indirizzo di riserva',
    contract: 'A (il tuo wallet)',
    coSigner: 'Cofirmatario',
    device: 'Dispositivo',
    domain: 'Funziona su',
    key: 'Chiave pubblica',
    lastUse: 'Ultimo uso',
    neverUsed: 'Non ancora usata in questo servizio',
    wallet: 'Wallet',
    words: 'Parole di verifica',
  },
  changeWallet: 'Un altro wallet',
  later: 'Non ora',
  another: 'Continua',
  preparing: 'Preparazione…',
  confirmed: {
    heading: 'Fatto',
    text: 'È confermato sulla blockchain.',
  },
  failed: {
    heading: 'Non riuscito',
    text: 'Non è stato eseguito e nulla è cambiato.',
  },

  protect: {
    heading: {
      none: 'Questo wallet non è protetto',
      service: 'Proteggi questo wallet',
      chain: 'Questo wallet è protetto sulla blockchain',
      unknown: 'Protezione',
    },
    lede: {
      none: 'La tua passkey da sola può spostare tutto. Configura prima l’app di approvazione, poi torna qui.',
      service:
        'Questo servizio ti chiede prima di inviare qualcosa. Ma chi ha una firma della tua passkey può inviarla senza questo servizio. Un cofirmatario sulla blockchain lo impedisce.',
      chain: 'La tua passkey da sola non sposta nulla: anche questo cofirmatario deve firmare.',
      unknown: 'Questo servizio non comunica se il wallet è protetto.',
    },
    first: {
      heading: 'Proteggi prima questo wallet',
      note: 'Ora firmi la protezione. Poi segue la prima transazione di questo wallet.',
      skip: 'Continua senza protezione',
      skipHint: 'Chi ha una firma della tua passkey può allora inviarla senza la tua approvazione.',
      skipSure: 'Sì, senza protezione',
    },
    app: 'Apri l’app di approvazione',
    signInFirst: 'Accedi una volta all’app di approvazione, poi torna qui.',
    claim: (host) =>
      `${host} dice che questo è l’indirizzo della tua passkey di approvazione. Questa pagina non può verificarlo. Se è sbagliato, non potrai usare il wallet finché non l’avrai rimosso.`,
    isOwn: (host) => `${host} dice che questo è l’indirizzo della tua passkey di approvazione.`,
    isForeign: (host) =>
      `${host} dice che questo non è l’indirizzo della tua passkey di approvazione. Può essere quello dell’organizzazione.`,
    together: 'La tua passkey e il cofirmatario insieme possono fare tutto.',
    alone: 'Nessuno dei due può spostare qualcosa da solo.',
    removable:
      'La tua passkey da sola può rimuovere il cofirmatario. Ci vogliono 3 giorni, o 30 se si oppone.',
    backupLabel: 'Indirizzo di riserva (facoltativo)',
    backupHint:
      'Non ne hai ancora uno. Se perdi la passkey, questo indirizzo può darne una nuova al wallet. Non deve essere su questo dispositivo né essere il cofirmatario.',
    backupHeld: 'Se ne indichi uno, approvi questa modifica anche nell’app di approvazione.',
    isBackup:
      'L’indirizzo della tua passkey di approvazione è l’indirizzo di riserva di questo wallet. Come cofirmatario avrebbe due voti. Indica prima un altro indirizzo di riserva.',
    submit: 'Controlla e firma',
    removing: (time) => `La rimozione di questo cofirmatario è iniziata. Ha effetto: ${time}.`,
    keep: 'Ferma la rimozione',
    remove: 'Rimuovi il cofirmatario',
    removeHint: 'Da allora la tua passkey da sola può spostare tutto in questo wallet.',
    removeSure: 'Sì, inizia la rimozione',
    changed:
      'Il server indica un cofirmatario diverso da quello che questo browser conosce. Se non lo hai cambiato tu, non firmare nulla e avvisa chi gestisce questa pagina.',
    changedByMe: 'L’ho cambiato io',
    perhapsRemoved:
      'Hai iniziato la rimozione del cofirmatario. Il server dice che è conclusa. Se il cofirmatario si è opposto, richiede 30 giorni e non è ancora conclusa: in quel caso non firmare nulla e avvisa chi gestisce questa pagina.',
    notObjected: 'Il cofirmatario non si è opposto',
    problems: {
      missing: 'Inserisci un indirizzo.',
      notAddress: 'Non è un indirizzo che può avere una chiave: deve essere 0x e 40 cifre.',
      checksum: 'Questo indirizzo contiene un errore. Copialo di nuovo.',
      self: 'È un tuo wallet, che le stesse passkey aprono. Usa un altro indirizzo.',
      token: 'È il contratto di un token, che non può firmare nulla. Usa un altro indirizzo.',
      same: 'È già il tuo indirizzo di riserva.',
      imitation:
        'Questo indirizzo somiglia a uno dei tuoi ma è diverso. Copialo di nuovo da dove lo conosci.',
      coSigner: 'È il cofirmatario. Una sola chiave avrebbe allora due voti. Usa un altro indirizzo.',
    },
  },

  devices: {
    heading: 'Dispositivi',
    lede: 'Ognuna di queste passkey apre questo wallet e può firmare tutto.',
    unnamed: 'Dispositivo senza nome',
    isThis: 'questo dispositivo',
    first: 'prima passkey',
    remove: 'Rimuovi',
    removeNamed: (name) => `Rimuovi ${name}`,
    add: 'Aggiungi un altro dispositivo',
    join: 'Aggiungi questo dispositivo',
    full: 'Questo wallet ha tutti i dispositivi che può avere. Rimuovine prima uno.',
    unknown: 'Questo servizio non comunica i dispositivi di un wallet.',
    onlyKnown:
      'Un’altra passkey del wallet deve firmare, così te ne resta una che funziona. Qui non ne è nota nessuna. Apri questa pagina sull’altro dispositivo e rimuovi questo da lì.',
    addHeading: 'Aggiungi un dispositivo',
    addLede:
      'Apri questa pagina sul nuovo dispositivo e scegli «Aggiungi questo dispositivo». Poi scansiona il codice che mostra, o incollalo qui.',
    codeLabel: 'Codice del nuovo dispositivo',
    scan: 'Scansiona il codice',
    noCamera: 'Non è possibile usare la fotocamera. Consentila nel browser o incolla il codice.',
    next: 'Confronta',
    problems: {
      missing: 'Incolla il codice del nuovo dispositivo.',
      format: 'Non è il codice di un dispositivo. Copialo di nuovo.',
      wallet: 'Questo codice è per un altro wallet. Scegli questo wallet sul nuovo dispositivo.',
      domain: 'Quella passkey funziona su un altro indirizzo web, quindi questo wallet non può usarla.',
      known: 'Questo wallet ha già quel dispositivo.',
      invalid: 'Questo codice non contiene una chiave valida. Copialo di nuovo.',
    },
    compareHeading: 'Confronta le parole',
    compareLede:
      'Guarda il nuovo dispositivo. Deve mostrare esattamente queste parole. Altrimenti il dispositivo di qualcun altro riceverebbe il tuo wallet.',
    same: 'Le parole sono uguali',
    different: 'Sono diverse',
    joinHeading: 'Aggiungi questo dispositivo',
    joinLede: 'Qui crei una passkey. Poi un dispositivo che apre già il wallet deve consentirla.',
    nameLabel: 'Nome di questo dispositivo',
    nameHint: 'Per distinguere i tuoi dispositivi.',
    makePasskey: 'Crea la passkey',
    useMade: 'Usa la nuova passkey',
    waitingHeading: 'Consentilo sull’altro dispositivo',
    waitingLede:
      'Su un dispositivo che apre questo wallet, scegli «Aggiungi un altro dispositivo» e inserisci questo codice. Deve mostrare le stesse parole.',
    code: 'Codice',
    qr: 'Codice QR per l’altro dispositivo',
    watching: 'In osservazione. Puoi uscire e tornare: la nuova passkey resta conservata.',
    stalled: 'Non è stato possibile leggere il wallet. Continuiamo a provare.',
    joinedHeading: 'Questo dispositivo apre il tuo wallet',
    joined: 'Da ora puoi firmare qui con la nuova passkey.',
    toDevices: 'Mostra i dispositivi',
  },

  what: {
    changes: 'Modifichi questo wallet',
    coSigner: 'Questo cofirmatario deve firmare tutto',
    noCoSigner: 'Non ha più un cofirmatario',
    removal: 'Inizia la rimozione del suo cofirmatario',
    kept: 'Mantiene il suo cofirmatario',
    backup: 'Questo indirizzo di riserva può recuperarlo',
    noBackup: 'Non ha più un indirizzo di riserva',
    added: 'Questo dispositivo può firmare tutto',
    removed: 'Questo dispositivo non può più firmare nulla',
    unknown: 'Chiami un contratto e il suo effetto è sconosciuto',
  },
  warnings: {
    'adds-key': 'Chi ha questo dispositivo può spostare tutto in questo wallet. Confronta le parole.',
    'removes-key':
      'Il dispositivo rimosso non può più aprire questo wallet. Firma con una passkey che resta.',
    'sets-co-signer':
      'Se questo indirizzo è sbagliato, non potrai usare il wallet per 3 giorni, o 30 se il suo titolare si oppone.',
    'removes-co-signer': 'La tua passkey da sola potrà allora spostare tutto in questo wallet.',
    'starts-co-signer-removal': 'Tra 3 giorni la tua passkey da sola potrà spostare tutto in questo wallet.',
    'sets-backup':
      'Chi ha la chiave di questo indirizzo può prendere il tuo wallet dopo tre giorni, se non rifiuti in tempo.',
    'removes-backup': 'Senza indirizzo di riserva, una passkey persa è un wallet perso.',
    'unknown-call': 'Questa chiamata non si può decodificare: il suo effetto è sconosciuto.',
  },
}

export default (): KeysTexts => keys
