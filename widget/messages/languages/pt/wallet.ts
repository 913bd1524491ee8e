import type { WalletMessages } from '#widget/messages/wallet-en.ts'

export const wallet: WalletMessages = {
  labels: {
    activeFrom: 'Pode ser ativada',
    backup: 'Endereço reserva',
    callData: 'Dados da chamada',
    contract: 'Para (a sua carteira)',
    network: 'Rede',
    proposedKey: 'Nova chave (x)',
    sender: 'De (endereço reserva)',
    value: 'Valor',
    wallet: 'Carteira',
  },
  timeLeft: (days, time) =>
    days === 0 ? `Tempo restante: ${time}` : `Tempo restante: ${days} ${days === 1 ? 'dia' : 'dias'} ${time}`,
  network: (chainId) => `Rede ${chainId}`,
  changeWallet: 'Outra carteira',
  login: {
    heading: 'Abra a sua carteira',
    lede: (organization) =>
      `Use a chave de acesso da sua carteira ${organization}. Nada é assinado nem enviado.`,
    submit: 'Usar minha chave de acesso',
    working: 'Procurando a sua carteira…',
    doneHeading: 'Esta é a sua carteira',
    done: 'A sua chave de acesso a abre neste dispositivo.',
    single:
      'Esta chave de acesso está em um único dispositivo. Se ele se perder, só um endereço reserva pode devolver a carteira.',
    singleWithBackup:
      'Esta chave de acesso está em um único dispositivo. O seu endereço reserva pode devolver a carteira.',
    unchecked:
      'Esta carteira foi recuperada, por isso o endereço dela não pode ser calculado a partir da sua chave de acesso. Compare-o com o que você anotou antes de receber dinheiro.',
    missedHeading: 'Essa chave de acesso não abre nenhuma das suas carteiras',
    missed: {
      unknown:
        'Talvez seja de outra conta ou de outro site. Tente outra chave de acesso ou entre com outra conta.',
      'other-chain': 'Ela foi criada para uma carteira em outra rede. Tente outra chave de acesso.',
      replaced: 'Uma recuperação pôs outra chave de acesso no lugar dela. Use a mais nova.',
    },
    again: 'Tentar outra chave de acesso',
    forget: 'Remover esta chave de acesso do meu dispositivo',
    forgetHint:
      'Só se você tiver certeza de que ela não abre nada: uma carteira em outro lugar, que só esta chave abre, se perderia.',
    forgetSure: 'Sim, remover',
  },
  receive: {
    heading: 'Receber',
    lede: 'Dê este endereço a quem vai pagar você.',
    qr: 'Código QR do seu endereço',
    accepted: 'Aceitos aqui',
    otherwise: (chainId) =>
      `Envie somente nesta rede (rede ${chainId}). O que é enviado em outra rede não chega aqui.`,
    received: (amount) => `Recebido: ${amount}`,
    watching: 'O que chegar aparece aqui sozinho.',
    stalled: 'Não foi possível ler o saldo. Continuamos tentando.',
    blind: 'Este serviço não informa saldos, por isso o que chega não aparece aqui.',
    balance: (amount) => `você tem ${amount}`,
  },
  backup: {
    heading: 'Endereço reserva',
    lede: 'Se você perder a chave de acesso, este endereço pode dar uma nova à carteira. Leva três dias e, até lá, a sua chave de acesso pode recusar.',
    hint: 'Um endereço cuja chave esteja segura e não neste dispositivo: uma carteira física ou alguém de confiança.',
    present: 'Você tem um endereço reserva. Pode trocá-lo.',
    none: 'Você não tem endereço reserva. Se a chave de acesso se perder, a carteira também se perde.',
    unknown: 'Este serviço não informa qual endereço reserva existe.',
    label: 'Novo endereço reserva',
    submit: 'Verificar e assinar',
    remove: 'Remover o endereço reserva',
    later: 'Mais tarde',
    pendingHeading: 'Uma nova chave de acesso foi proposta',
    pending: (time) =>
      `O endereço reserva quer dar uma nova chave de acesso à sua carteira. Ela poderá ser ativada a partir de ${time}. Se não foi você, recuse agora.`,
    refuse: 'Recusar a nova chave de acesso',
    problems: {
      missing: 'Digite um endereço.',
      notAddress: 'Isso não é um endereço que possa ter uma chave: deve ter 0x e 40 caracteres.',
      checksum: 'Este endereço tem um erro. Copie-o de novo.',
      self: 'Essa é uma carteira sua, que as mesmas chaves de acesso abrem. Use outro endereço.',
      token: 'Esse é o contrato de um token, que não pode assinar nada. Use outro endereço.',
      same: 'Esse já é o seu endereço reserva.',
      imitation: 'Este endereço parece um dos seus e é outro. Copie-o de novo de onde você o conhece.',
    },
    what: {
      set: 'Você indica um endereço reserva',
      remove: 'Você remove o endereço reserva',
      removed: 'Ninguém poderá recuperar a carteira',
      refuse: 'Você recusa a chave de acesso proposta',
      refused: 'A sua chave de acesso fica',
      unknown: 'Você chama um contrato',
      unknownMain: 'Ninguém aqui sabe dizer o que isto faz',
    },
    warnings: {
      'sets-backup':
        'Quem tiver a chave deste endereço poderá tomar a sua carteira depois de três dias, se você não recusar a tempo.',
      'removes-backup': 'Sem endereço reserva, uma chave de acesso perdida é uma carteira perdida.',
      'unknown-call': 'Ninguém aqui sabe dizer o que esta chamada faz.',
    },
    confirmed: { heading: 'Pronto', text: 'É definitivo.' },
    failed: { heading: 'Falhou', text: 'A blockchain recusou, e nada mudou.' },
    preparing: 'Preparando…',
    another: 'Mostrar o endereço reserva',
  },
  recover: {
    heading: 'Recupere a sua carteira',
    lede: 'Para quando a chave de acesso dela se perdeu. Você cria uma nova agora. O seu endereço reserva a propõe e, três dias depois, ela abre a carteira.',
    submit: 'Criar a nova chave de acesso',
    domain: 'Funciona em',
    proposalHeading: 'Proponha a nova chave de acesso',
    proposal:
      'Envie esta chamada a partir do seu endereço reserva, com qualquer aplicativo de carteira. Veremos quando ela chegar.',
    other:
      'O endereço reserva propôs outra chave de acesso. Envie esta chamada para propor esta no lugar; os três dias recomeçam.',
    qr: 'Código QR da chamada, para aplicativos que o leem',
    watching: 'Aguardando. Você pode sair e voltar: a sua nova chave de acesso fica guardada.',
    stalled: 'Não foi possível ler a carteira. Continuamos tentando.',
    waitingHeading: 'Em espera',
    waiting:
      'A nova chave de acesso foi proposta. Ela poderá ser ativada quando o prazo acabar. Até lá, a antiga pode recusá-la.',
    waitingElsewhere:
      'Uma nova chave de acesso foi proposta, mas não foi criada neste navegador. Se você não a pediu, recuse-a com a sua chave de acesso atual.',
    activateHeading: 'Ative a nova chave de acesso',
    activateText:
      'Os três dias passaram. A partir de agora a nova chave de acesso abre a carteira, e a antiga não.',
    activate: 'Ativar',
    working: 'Ativando a nova chave de acesso…',
    noBackupHeading: 'Esta carteira não tem endereço reserva',
    noBackup:
      'Só a chave de acesso a abre. Procure-a nos seus outros dispositivos, no gerenciador de senhas ou na chave de segurança.',
    doneHeading: 'A sua carteira foi recuperada',
    done: 'Ela abre com a sua nova chave de acesso. A antiga não a abre mais.',
    doneElsewhere: 'Ela abre com a nova chave de acesso, no dispositivo em que foi criada.',
  },
}
