import type { KeysTexts } from './en.ts'

const keys: KeysTexts = {
  labels: {
    backup: 'Endereço de reserva',
    contract: 'Para (a sua carteira)',
    coSigner: 'Cossignatário',
    device: 'Dispositivo',
    domain: 'Funciona em',
    key: 'Chave pública',
    lastUse: 'Último uso',
    neverUsed: 'Ainda não usada neste serviço',
    wallet: 'Carteira',
    words: 'Palavras de verificação',
  },
  changeWallet: 'Outra carteira',
  later: 'Agora não',
  another: 'Continuar',
  preparing: 'Preparando…',
  confirmed: {
    heading: 'Pronto',
    text: 'Está confirmado na blockchain.',
  },
  failed: {
    heading: 'Falhou',
    text: 'Não foi executado e nada mudou.',
  },

  protect: {
    heading: {
      none: 'Esta carteira não está protegida',
      service: 'Proteger esta carteira',
      chain: 'Esta carteira está protegida na blockchain',
      unknown: 'Proteção',
    },
    lede: {
      none: 'A sua chave de acesso sozinha pode mover tudo. Configure primeiro o app de aprovação e volte aqui.',
      service:
        'Este serviço pergunta a você antes de enviar algo. Mas quem tiver uma assinatura da sua chave de acesso pode enviá-la sem este serviço. Um cossignatário na blockchain impede isso.',
      chain: 'A sua chave de acesso sozinha não move nada: este cossignatário também precisa assinar.',
      unknown: 'Este serviço não informa se a carteira está protegida.',
    },
    first: {
      heading: 'Proteja primeiro esta carteira',
      note: 'Você assina agora a proteção. Depois segue a primeira transação desta carteira.',
      skip: 'Continuar sem proteção',
      skipHint: 'Quem tiver uma assinatura da sua chave de acesso pode então enviá-la sem a sua aprovação.',
      skipSure: 'Sim, sem proteção',
    },
    app: 'Abrir o app de aprovação',
    signInFirst: 'Entre uma vez no app de aprovação e volte aqui.',
    claim: (host) =>
      `${host} diz que este é o endereço da sua chave de aprovação. Esta página não pode verificar isso. Se estiver errado, você não poderá usar a carteira até removê-lo.`,
    isOwn: (host) => `${host} diz que este é o endereço da sua chave de aprovação.`,
    isForeign: (host) =>
      `${host} diz que este não é o endereço da sua chave de aprovação. Pode ser o da organização.`,
    together: 'A sua chave de acesso e o cossignatário juntos podem tudo.',
    alone: 'Nenhum dos dois pode mover algo sozinho.',
    removable:
      'A sua chave de acesso sozinha pode remover o cossignatário. Isso leva 3 dias, ou 30 se ele se opuser.',
    backupLabel: 'Endereço de reserva (opcional)',
    backupHint:
      'Você ainda não tem nenhum. Se perder a chave de acesso, este endereço pode dar uma nova à carteira. Não pode estar neste dispositivo nem ser o cossignatário.',
    backupHeld: 'Se indicar um, você também aprova esta mudança no app de aprovação.',
    isBackup:
      'O endereço da sua chave de aprovação é o endereço de reserva desta carteira. Como cossignatário, teria dois votos. Indique primeiro outro endereço de reserva.',
    submit: 'Conferir e assinar',
    removing: (time) => `A remoção deste cossignatário começou. Ela vale a partir de: ${time}.`,
    keep: 'Parar a remoção',
    remove: 'Remover o cossignatário',
    removeHint: 'A partir daí a sua chave de acesso sozinha pode mover tudo nesta carteira.',
    removeSure: 'Sim, começar a remoção',
    changed:
      'O servidor indica outro cossignatário que não o conhecido por este navegador. Se não foi você que o mudou, não assine nada e avise os responsáveis por esta página.',
    changedByMe: 'Fui eu que o mudei',
    perhapsRemoved:
      'Você começou a remoção do cossignatário. O servidor diz que terminou. Se o cossignatário se opôs, ela leva 30 dias e ainda não terminou: nesse caso, não assine nada e avise os responsáveis por esta página.',
    notObjected: 'O cossignatário não se opôs',
    problems: {
      missing: 'Digite um endereço.',
      notAddress: 'Não é um endereço que possa ter uma chave: deve ser 0x e 40 dígitos.',
      checksum: 'Este endereço tem um erro. Copie-o de novo.',
      self: 'Essa é uma carteira sua, que as mesmas chaves de acesso abrem. Use outro endereço.',
      token: 'Esse é o contrato de um token, que não pode assinar nada. Use outro endereço.',
      same: 'Esse já é o seu endereço de reserva.',
      imitation: 'Este endereço parece um dos seus, mas é outro. Copie-o de novo de onde você o conhece.',
      coSigner: 'Esse é o cossignatário. Uma só chave teria então dois votos. Use outro endereço.',
    },
  },

  devices: {
    heading: 'Dispositivos',
    lede: 'Cada uma destas chaves de acesso abre esta carteira e pode assinar tudo.',
    unnamed: 'Dispositivo sem nome',
    isThis: 'este dispositivo',
    first: 'primeira chave de acesso',
    remove: 'Remover',
    removeNamed: (name) => `Remover ${name}`,
    add: 'Adicionar outro dispositivo',
    join: 'Adicionar este dispositivo',
    full: 'Esta carteira tem tantos dispositivos quanto pode ter. Remova um primeiro.',
    unknown: 'Este serviço não informa os dispositivos de uma carteira.',
    onlyKnown:
      'Outra chave de acesso da carteira precisa assinar isto, para que reste uma que funcione. Nenhuma é conhecida aqui. Abra esta página no outro dispositivo e remova este lá.',
    addHeading: 'Adicionar um dispositivo',
    addLede:
      'Abra esta página no novo dispositivo e escolha “Adicionar este dispositivo”. Depois escaneie o código que ele mostra, ou cole-o aqui.',
    codeLabel: 'Código do novo dispositivo',
    scan: 'Escanear o código',
    noCamera: 'Não é possível usar a câmera. Permita-a no navegador ou cole o código.',
    next: 'Comparar',
    problems: {
      missing: 'Cole o código do novo dispositivo.',
      format: 'Esse não é o código de um dispositivo. Copie-o de novo.',
      wallet: 'Esse código é para outra carteira. Escolha esta carteira no novo dispositivo.',
      domain:
        'Essa chave de acesso funciona em outro endereço da web, por isso esta carteira não pode usá-la.',
      known: 'Esta carteira já tem esse dispositivo.',
      invalid: 'Esse código não contém uma chave válida. Copie-o de novo.',
    },
    compareHeading: 'Compare as palavras',
    compareLede:
      'Olhe para o novo dispositivo. Ele deve mostrar exatamente estas palavras. Senão, o dispositivo de outra pessoa receberia a sua carteira.',
    same: 'As palavras são iguais',
    different: 'Elas são diferentes',
    joinHeading: 'Adicionar este dispositivo',
    joinLede:
      'Você cria uma chave de acesso aqui. Depois, um dispositivo que já abre a carteira precisa permiti-la.',
    nameLabel: 'Nome deste dispositivo',
    nameHint: 'Para você distinguir os seus dispositivos.',
    makePasskey: 'Criar a chave de acesso',
    useMade: 'Usar a nova chave de acesso',
    waitingHeading: 'Permita no seu outro dispositivo',
    waitingLede:
      'Em um dispositivo que abre esta carteira, escolha “Adicionar outro dispositivo” e digite este código. Ele deve mostrar as mesmas palavras.',
    code: 'Código',
    qr: 'Código QR para o outro dispositivo',
    watching: 'Observando. Você pode sair e voltar: a nova chave de acesso fica guardada.',
    stalled: 'Não foi possível ler a carteira. Continuamos tentando.',
    joinedHeading: 'Este dispositivo abre a sua carteira',
    joined: 'De agora em diante você pode assinar aqui com a nova chave de acesso.',
    toDevices: 'Mostrar os dispositivos',
  },

  what: {
    changes: 'Você altera esta carteira',
    coSigner: 'Este cossignatário precisa assinar tudo',
    noCoSigner: 'Ela não tem mais cossignatário',
    removal: 'Começa a remoção do cossignatário',
    kept: 'Ela mantém o cossignatário',
    backup: 'Este endereço de reserva pode recuperá-la',
    noBackup: 'Ela não tem mais endereço de reserva',
    added: 'Este dispositivo pode assinar tudo',
    removed: 'Este dispositivo não pode mais assinar nada',
    unknown: 'Você chama um contrato, e o efeito é desconhecido',
  },
  warnings: {
    'adds-key': 'Quem tiver este dispositivo pode mover tudo nesta carteira. Compare as palavras.',
    'removes-key':
      'O dispositivo removido não pode mais abrir esta carteira. Assine com uma chave de acesso que permanece.',
    'sets-co-signer':
      'Se este endereço estiver errado, você não poderá usar a carteira por 3 dias, ou 30 se o titular se opuser.',
    'removes-co-signer': 'A sua chave de acesso sozinha poderá então mover tudo nesta carteira.',
    'starts-co-signer-removal': 'Em 3 dias a sua chave de acesso sozinha poderá mover tudo nesta carteira.',
    'sets-backup':
      'Quem tiver a chave deste endereço pode assumir a sua carteira depois de três dias, a menos que você recuse a tempo.',
    'removes-backup': 'Sem endereço de reserva, uma chave de acesso perdida é uma carteira perdida.',
    'unknown-call': 'Esta chamada não pode ser decodificada: o efeito é desconhecido.',
  },
}

export default (): KeysTexts => keys
