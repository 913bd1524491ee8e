import type { Language, MainMessages, Parts } from './messages.ts'
import { pt as pageErrors } from './page-errors.ts'

/** Brazilian Portuguese. */
const main: MainMessages = {
  language: 'pt',
  direction: 'ltr',
  separators: { group: '.', decimal: ',' },
  errors: {
    CONFIGURATION: pageErrors.CONFIGURATION,
    UNSUPPORTED_BROWSER:
      'Este navegador não pode usar chaves de acesso nesta página. Abra-a em um navegador atual.',
    RP_ID_MISMATCH:
      'A chave de acesso pertence a outro endereço web. Abra a página em que você criou a carteira.',
    OPERATION_NOT_ALLOWED:
      'Esta página não pode fazer isso com a sua carteira. Avise os responsáveis por ela.',
    SESSION_EXPIRED:
      'A sua sessão terminou. Recarregue a página, entre na sua conta, se for pedido, e comece de novo.',
    OFFLINE: 'Você está sem conexão. Verifique-a e tente de novo: nada se perdeu.',
    NETWORK_FAILED: pageErrors.NETWORK_FAILED,
    UNEXPECTED_ANSWER:
      'O serviço de carteiras deu uma resposta que não entendemos, por isso paramos. Tente mais tarde.',
    OUTCOME_UNKNOWN: 'Não conseguimos ver se foi enviado. Tente de novo: nada é enviado duas vezes.',
    UNKNOWN: 'Algo deu errado. Tente de novo ou avise os responsáveis por esta página.',
    PASSKEY_CANCELLED:
      'O pedido da chave de acesso foi fechado ou não encontrou uma chave adequada. Nada foi assinado. Tente de novo.',
    PASSKEY_TIMEOUT:
      'O pedido da chave de acesso não teve resposta a tempo. Nada foi assinado. Tente de novo.',
    PASSKEY_BLOCKED:
      'A página que contém esta não permite chaves de acesso. Abra esta página em uma aba própria.',
    PASSKEY_EXISTS:
      'Este dispositivo já tem uma chave de acesso assim. Use essa ou escolha outro dispositivo.',
    PASSKEY_UNSUITABLE:
      'Esta chave de acesso não pode abrir uma carteira. Tente outro dispositivo ou gerenciador de senhas.',
    PASSKEY_WRONG:
      'Essa é a chave de acesso de outra carteira. Nada foi enviado. Tente com a desta carteira.',
    ADDRESS_MISMATCH:
      'O serviço de carteiras indicou um endereço que não é o da sua chave de acesso, por isso paramos. Não envie nada para ele e avise os responsáveis por esta página.',
    CALL_MISMATCH:
      'O serviço de carteiras preparou algo diferente do que você pediu, por isso paramos. Nada foi assinado. Avise os responsáveis por esta página.',
    NO_WALLET: 'Você ainda não tem uma carteira aqui. Crie uma primeiro.',
    NO_TOKEN: 'Esta carteira não tem tokens que possam ser enviados daqui.',
    INSUFFICIENT_BALANCE: 'O saldo da carteira não cobre a taxa. Adicione tokens e tente de novo.',
    STOPPED_BY_PAGE: 'Esta página impediu a assinatura. Nada foi enviado.',
    VALIDATION_FAILED: 'O serviço de carteiras recusou algo que você digitou. Verifique e tente de novo.',
    INVALID_VERIFICATION_CODE:
      'Esse código está errado ou é antigo demais. Veja o e-mail mais recente ou peça um novo código.',
    INVALID_PUBLIC_KEY: 'O serviço de carteiras não pode usar esta chave de acesso. Crie outra.',
    RP_ID_HASH_NOT_REGISTERED:
      'Este endereço web não está registrado para carteiras. Avise os responsáveis por ele.',
    WALLET_ALREADY_DEPLOYED:
      'Esta chave de acesso já tem uma carteira, mas não na sua conta aqui. Comece de novo e crie uma nova chave de acesso.',
    INSUFFICIENT_FEE_BALANCE: 'O pagamento ainda não chegou.',
    TRANSACTION_EXPIRED: 'O prazo acabou, por isso definimos um novo. Verifique mais uma vez e confirme.',
    EXPIRATION_TOO_FAR:
      'Os relógios não coincidiam, por isso definimos um novo prazo. Verifique mais uma vez e confirme.',
    INVALID_SIGNATURE: 'A assinatura não foi aceita. Nada foi enviado. Confirme mais uma vez.',
    FEE_REFUSED: 'A taxa mudou. Verifique a nova e confirme de novo.',
    TRANSACTION_REVERTS:
      'Esta transferência falharia, por isso não foi enviada. Verifique o valor, o destinatário e o saldo.',
    RECIPIENT_CANNOT_RECEIVE: 'O destinatário é um contrato que não pode receber isto. Nada foi enviado.',
    TOKEN_UNREADABLE:
      'Não é possível ler este token, ou ele não informa as suas casas decimais. Verifique o endereço dele.',
    WALLET_NOT_OWNED: 'Esta carteira não está na sua conta aqui. Avise os responsáveis por esta página.',
    NOT_FOUND: 'O serviço de carteiras não oferece isto. Avise os responsáveis por esta página.',
    CONFLICT: 'Isso já está em andamento. Espere um momento e tente de novo.',
    RATE_LIMITED: 'Muitas solicitações. Espere um momento e tente de novo.',
    CHAIN_FAILED: 'Não foi possível contatar a blockchain. Tente de novo em instantes: nada se perdeu.',
    CHAIN_TIMEOUT: 'A blockchain não respondeu a tempo. Tente de novo: nada é enviado duas vezes.',
    UNAVAILABLE:
      'O serviço de carteiras não está disponível agora. Tente de novo em instantes: nada se perdeu.',
    ORIGIN_REFUSED: 'Este endereço web não pode usar o serviço de carteiras. Avise os responsáveis por ele.',
    EMAIL_REFUSED: 'Esta sessão é de outro endereço de e-mail. Recarregue a página e comece de novo.',
  },
  warnings: {
    'self-transfer': 'O destinatário é esta própria carteira.',
    'to-token-contract':
      'O destinatário é o próprio contrato do token. Os tokens enviados para lá se perdem.',
    'to-zero-address': 'O destinatário é o endereço zero. Os tokens enviados para lá se perdem.',
    'unknown-token': 'Não está na lista de permitidos: o nome pode ser falso.',
    'suspicious-token-text': 'O nome deste token é enganoso.',
  },
  otherWarning: 'Leia cada detalhe antes de confirmar.',
  states: {
    SUBMITTED: { heading: 'Enviado', text: 'A blockchain está confirmando. Leva poucos segundos.' },
    CONFIRMED: { heading: 'Confirmado', text: 'A transferência foi concluída.' },
  },
  common: {
    cancel: 'Cancelar',
    back: 'Voltar',
    continue: 'Continuar',
    tryAgain: 'Tentar de novo',
    startAgain: 'Começar de novo',
    copy: 'Copiar',
    copied: 'Copiado',
    copyWhat: (what) => `Copiar: ${what}`,
    loading: 'Carregando…',
    optional: 'opcional',
    problemHeading: 'Não funcionou',
    retryIn: (seconds) => `Tente de novo em ${seconds} s.`,
    units: (units) => `${units} unidades base`,
    chain: (chainId) => `Rede ${chainId}`,
    unnamed: 'Carteira',
    noFee: 'Nenhuma',
  },
  labels: {
    address: 'Endereço',
    amount: 'Valor',
    calldata: 'Dados da chamada',
    digest: 'Digest a assinar',
    email: 'E-mail',
    exactAmount: 'Valor em unidades base',
    expiration: 'Expira (segundos Unix)',
    fee: 'Taxa',
    feeReceiver: 'A taxa vai para',
    feeToken: 'Token da taxa',
    feeUnits: 'Taxa em unidades base',
    fingerprint: 'Palavras de controle',
    from: 'De',
    function: 'Função',
    name: 'Nome',
    network: 'Rede',
    reason: 'Motivo',
    to: 'Para',
    token: 'Token',
    transaction: 'Transação',
    validUntil: 'Válido até',
  },
  person: {
    heading: 'Crie a sua carteira',
    lede: (organization) =>
      `${organization} confirma primeiro o seu e-mail. Depois, uma chave de acesso no seu dispositivo se torna a chave da sua carteira.`,
    emailInvalid: 'Digite um endereço de e-mail como name@example.com.',
    label: 'Nome da carteira',
    labelInvalid: (max) => `Use no máximo ${max} caracteres.`,
    submit: 'Enviar código',
  },
  code: {
    heading: 'Digite o código',
    lede: (email) => `Enviamos seis dígitos para ${email}. Eles valem por dez minutos.`,
    label: 'Código do e-mail',
    invalid: 'O código tem seis dígitos.',
    submitWithPasskey: 'Criar carteira',
    resend: 'Enviar um novo código',
    resendIn: (seconds) => `Enviar um novo código (${seconds} s)`,
    resent: 'Um novo código está a caminho. Só o mais recente funciona.',
    passkeyKept: 'A sua chave de acesso foi mantida.',
    changeEmail: 'Mudar o e-mail',
  },
  passkey: {
    heading: 'Crie a sua chave de acesso',
    lede: 'O dispositivo pede a sua impressão digital, o seu rosto ou o PIN. A chave de acesso é a única chave da carteira.',
    domain: 'Funciona em',
    submit: 'Criar chave de acesso',
    knownHeading: 'Continue com a sua chave de acesso',
    knownLede: 'Você já criou uma aqui, e ela ainda não tem carteira. Confirme-a uma vez e seguimos.',
    knownSubmit: 'Usar minha chave de acesso',
    makeNew: 'Criar outra chave de acesso',
    useKnown: 'Usar a chave de acesso que já criei',
  },
  working: {
    address: 'Calculando o endereço da carteira…',
    wallet: 'Criando a carteira…',
    prepare: 'Preparando a transferência…',
    execute: 'Enviando…',
  },
  created: {
    heading: 'A sua carteira está pronta',
    lede: 'Ela abre com a chave de acesso que você acabou de criar.',
    single:
      'Esta chave de acesso está em um único dispositivo. Se ele se perder, só um endereço de reserva permite recuperar a carteira.',
    backup: 'Adicionar um endereço de reserva',
  },
  wallet: {
    heading: 'Escolha uma carteira',
    lede: 'De qual carteira você quer enviar?',
  },
  transfer: {
    heading: 'Enviar tokens',
    change: 'Mudar de carteira',
    toHint: 'Endereço da carteira (0x…)',
    balance: (amount) => `Saldo: ${amount}`,
    all: 'Enviar tudo',
    submit: 'Revisar',
    problems: {
      toMissing: 'Digite o endereço do destinatário.',
      toNotAddress: 'Isso não é um endereço: deve ter 0x e 40 caracteres.',
      toChecksum: 'Este endereço tem um erro. Copie-o de novo.',
      toZero: 'Esse é o endereço zero.',
      amountMissing: 'Digite um valor.',
      amountFormat: 'Digite um número como 12,50, sem separar os milhares.',
      amountDecimals: (decimals) =>
        decimals === 0
          ? 'Digite um número inteiro.'
          : `Use no máximo ${decimals} ${decimals === 1 ? 'casa decimal' : 'casas decimais'}.`,
      amountZero: 'Digite mais do que zero.',
      amountRange: 'Esse número é grande demais.',
      amountBalance: (balance, fee, fixed) =>
        `A carteira tem ${balance}${fee === '' ? '' : ` e a taxa é de ${fee}`}. ${fixed ? 'Adicione tokens e tente de novo' : 'Digite menos'}.`,
    },
  },
  confirm: {
    heading: 'Verifique e confirme',
    lede: 'Você envia',
    validFor: (minutes) => `válido por ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}`,
    fingerprintHint: 'As mesmas palavras aparecem onde quer que esta transferência seja mostrada.',
    details: 'Dados brutos',
    unverified: (amount) => `${amount}, segundo o token`,
    submit: 'Confirmar com chave de acesso',
  },
  progress: {
    noStatus: 'O serviço de carteiras não informa o status.',
    lost: 'Sem resposta utilizável do serviço de carteiras. Continuamos tentando: nada se perde nem é enviado duas vezes.',
    another: 'Enviar mais',
  },
}

const tokenIds = (count: number) => `${count} ${count === 1 ? 'ID' : 'IDs'} de token`

const calls: Parts['calls'] = {
  what: {
    allowance: (amount) => ({ label: 'Você permite gastar', main: amount }),
    allowanceWithdrawn: (token) => ({
      label: 'Você não permite mais gastar',
      main: token === '' ? 'Estes tokens' : token,
    }),
    ambiguous: (number) => ({
      label: 'Você dá permissão para',
      main: number,
      remark: 'Um valor em unidades base ou o ID do token de um NFT: a chamada não mostra qual dos dois.',
    }),
    ambiguousWithoutLimit: () => ({ label: 'Você permite gastar', main: 'Ilimitado' }),
    ambiguousWithdrawn: (number) => ({ label: 'Você revoga uma permissão', main: `Número ${number}` }),
    item: (quantity) => ({ label: 'Você envia', main: quantity }),
    itemGrant: (quantity) => ({ label: 'Você permite a transferência de', main: quantity }),
    itemWithdrawn: (quantity) => ({ label: 'Você não permite mais a transferência de', main: quantity }),
    batch: (count) => ({ label: 'Você envia', main: tokenIds(count) }),
    everyItem: (name) => ({
      label: 'Você permite a transferência de',
      main:
        name === ''
          ? 'Todos os tokens desta coleção, agora e depois'
          : `Todos os seus ${name}, agora e depois`,
    }),
    everyItemWithdrawn: (name) => ({
      label: 'Você não permite mais a transferência de',
      main: name === '' ? 'Todos os tokens desta coleção' : `Todos os seus ${name}`,
    }),
    unknown: () => ({ label: 'Você chama um contrato', main: 'O efeito é desconhecido' }),
  },
  labels: {
    amounts: 'Quantidade',
    collection: 'Coleção',
    contract: 'Contrato',
    everyRow: 'Todos os IDs de token',
    id: 'ID do token',
    nobody: 'Ninguém',
    operator: 'Operador',
    row: 'Linha',
    spender: 'Autorizado a gastar',
    withdrawnFrom: 'Revogada de',
  },
  instead: {
    errors: {
      TRANSACTION_REVERTS:
        'Isto falharia, por isso não foi enviado. Verifique se a carteira tem o necessário e quem recebe.',
    },
    warnings: {
      'ambiguous-token':
        'Os dados não dizem se isto é um valor de um token ou um NFT de uma coleção. Leia o número das duas formas.',
      'operator-grant':
        'O operador poderá transferir todos os seus tokens desta coleção, agora e depois, até você revogar a permissão.',
      'to-token-contract': 'O destinatário é o próprio contrato do token. O que é enviado para lá se perde.',
      'unknown-call': 'Não é possível decodificar esta chamada: o efeito é desconhecido.',
      'unlimited-allowance':
        'O autorizado a gastar poderá transferir todo o seu saldo deste token, agora e depois, até você revogar a permissão.',
      'value-with-call': 'A chamada também envia o token nativo da rede.',
    },
    states: {
      CONFIRMED: { heading: 'Confirmado', text: 'Foi executado na blockchain.' },
      FAILED: {
        heading: 'Falhou',
        text: 'Não foi executado, e nada mudou. Verifique o que é preciso antes de preparar de novo.',
      },
    },
    working: { prepare: 'Preparando…' },
    confirm: { fingerprintHint: 'As mesmas palavras aparecem onde quer que esta chamada seja mostrada.' },
  },
}

const frame: Parts['frame'] = {
  errors: {
    INSECURE_CONTEXT:
      'Chaves de acesso precisam de uma página criptografada. Abra esta página pelo endereço que começa com https://.',
    PAGE_HIDDEN:
      'Esta página não estava em primeiro plano, por isso o pedido da chave de acesso não pôde abrir. Clique aqui e tente de novo.',
    PASSKEY_NOT_FOUND:
      'O pedido terminou na hora: talvez este dispositivo não tenha chave de acesso para esta carteira. Nada foi assinado. Tente de novo e escolha o celular ou outro dispositivo. Se um app mostra esta página, abra-a no navegador.',
    PASSKEY_REFUSED:
      'O navegador recusou na hora, sem perguntar. Configure um bloqueio de tela, impressão digital ou PIN e tente de novo, ou use outro dispositivo. Se um app mostra esta página, abra-a no navegador.',
    PASSKEY_NO_ANSWER:
      'O gerenciador de senhas assumiu o pedido e não respondeu. Desative-o para esta página, ou escolha outro, e tente de novo.',
    PASSKEY_BUSY: 'Outro pedido de chave de acesso está aberto. Conclua-o ou feche-o e tente de novo.',
    PASSKEY_DEVICE_FAILED:
      'O dispositivo não conseguiu responder. Desbloqueie-o, entre no gerenciador de senhas dele e tente de novo, ou use outro dispositivo.',
    PASSKEY_BROWSER_FAILED:
      'O navegador não conseguiu abrir um pedido de chave de acesso. Atualize-o, desative extensões de senhas ou use outro navegador.',
    PASSKEY_CLICK_NEEDED:
      'O navegador exige mais um clique antes de abrir um pedido de chave de acesso. Pressione o botão de novo.',
    PASSKEY_UNVERIFIED:
      'O dispositivo não verificou que é você. Configure nele impressão digital, rosto ou PIN, ou use outro dispositivo.',
    PASSKEY_KEY_TYPE:
      'Este dispositivo cria um tipo de chave de acesso diferente do que as carteiras precisam. Use outro dispositivo ou gerenciador de senhas.',
    POLICY_REFUSED:
      'As regras desta carteira não o permitem, por isso não foi enviado. Altere-o ou pergunte aos responsáveis por esta página.',
    CO_SIGNATURE_MISSING:
      'O cossignatário desta carteira também precisa assinar e este serviço não pode pedir isso: nada foi enviado. Fale com os responsáveis por esta página.',
    CO_SIGNER_NOT_READY:
      'O cossignatário desta carteira ainda não está pronto: nada foi enviado. Tente de novo em instantes.',
    CLOCK_WRONG:
      'O relógio deste dispositivo está errado, por isso o prazo foi recusado. Ajuste-o para automático, verifique mais uma vez e confirme.',
    RP_ID_MISMATCH:
      'A chave de acesso pertence a um endereço web diferente desta página. Abra a página em que você a criou.',
    PASSKEY_BLOCKED:
      'A página que contém esta não permite chaves de acesso aqui. Continue em uma janela própria.',
  },
  copyDetails: 'os detalhes para o suporte',
  covered: 'Algo cobre esta carteira, ou ela não está toda visível. Assim nada pode ser confirmado.',
  openWindow: 'Abrir em uma janela',
  windowOpen: 'Continue na janela que se abriu.',
  windowBlocked: 'O navegador não abriu a janela. Permita pop-ups para esta página e pressione de novo.',
  createHeading: 'Crie a chave de acesso aqui',
  createLede: 'A página de onde você veio não pode fazer isso. Esta janela se fecha depois.',
  createSubmit: 'Criar chave de acesso',
  notCreated:
    'Nenhuma chave de acesso foi criada: o pedido foi fechado, ou o dispositivo não tem espaço para mais uma. Tente de novo, ou use outro dispositivo.',
}

const funding: Parts['funding'] = {
  heading: 'Adicione tokens',
  lede: 'Esta carteira paga as próprias taxas, por isso precisa primeiro de um pequeno saldo.',
  missing: 'Envie pelo menos',
  address: 'para este endereço',
  watching: 'Aguardando. Continuamos automaticamente quando o pagamento chegar.',
  stalled: 'Não foi possível ler o saldo. Continuamos tentando.',
  arrived: 'Recebido até agora',
}

const held: Parts['held'] = {
  states: {
    PENDING_USER_APPROVAL: {
      heading: 'Aguardando a sua aprovação',
      text: 'Aprove ou recuse no seu aplicativo de aprovação. O serviço de carteiras não envia nada antes disso.',
    },
    APPROVED: { heading: 'Aprovado', text: 'Está sendo enviado à blockchain.' },
    FAILED: {
      heading: 'A transferência falhou',
      text: 'Não foi executado, e os tokens continuam na sua carteira. Verifique o saldo antes de preparar de novo.',
    },
    REJECTED: {
      heading: 'Recusado',
      text: 'Foi recusado no seu aplicativo de aprovação. O serviço de carteiras não enviou nada. Se foi um engano, prepare de novo.',
    },
    EXPIRED: {
      heading: 'Expirado',
      text: 'Não foi aprovado a tempo. O serviço de carteiras não enviou nada. Prepare de novo para receber um novo número.',
    },
    CANCELLED: { heading: 'Cancelado', text: 'Não foi executado.' },
  },
  unseen: {
    heading: 'Status desconhecido',
    text: 'O serviço de carteiras não responde há cinco minutos. Pode já estar confirmado: verifique de novo antes de enviar outra coisa.',
  },
  overdue: 'O prazo para aprovar passou.',
  again: 'Preparar de novo',
  cancel: 'Cancelar este pagamento',
  unsure:
    'Você assinou, e talvez já esteja a caminho. Tente de novo: a mesma assinatura é enviada, e ela só conta uma vez. Não pague de novo antes disso.',
  executable: (time) =>
    `Não deu certo, mas até ${time} ainda pode dar: se você tentar de novo aqui, ou se outra pessoa enviar a sua assinatura. Não pague de novo antes disso.`,
  number: (number) => `Escolha ${number}`,
  pick: 'Escolha este número no seu aplicativo de aprovação para aprovar. O serviço de carteiras não envia nada antes disso.',
  other: {
    heading: 'Aguardando um administrador',
    text: 'Informe este número ao administrador para que aprove. O serviço de carteiras não envia nada antes disso.',
  },
  timeLeft: (time) => `Tempo restante: ${time}`,
  open: 'Abrir o aplicativo de aprovação',
  mailed: (email) => `Enviamos um link para ${email ?? 'o seu e-mail'}.`,
  reported: 'Você denunciou isto. O serviço de carteiras não enviou nada, e a organização foi avisada.',
  cancelling: {
    what: 'Com esta assinatura você cancela o seguinte. Depois disso, não poderá mais ser executado.',
    refused: 'Não foi possível cancelar. Talvez tenha acabado de ser executado: continuamos verificando.',
    tooLate: 'Não foi possível cancelar a tempo: o pagamento foi feito.',
  },
}

const message: Parts['message'] = {
  heading: {
    text: 'Assinar uma mensagem',
    'sign-in': 'Entrar',
    permission: 'Assinar uma permissão',
    payment: 'Assinar um pagamento',
    cancellation: 'Cancelar um pagamento assinado',
    data: 'Assinar dados',
  },
  lede: (origin: string) => `${origin} pede a sua assinatura. Nada é enviado à blockchain.`,
  by: 'Assinado por',
  which: 'Com qual carteira você quer assinar?',
  otherCoSigner:
    'O servidor indica outro cossignatário que não o conhecido por este navegador. Se não foi você que o mudou, não assine.',
  removedCoSigner:
    'Você começou a remoção do cossignatário. O servidor diz que terminou. Não terminou se o cossignatário se opôs: nesse caso, não assine.',
  hash: 'Hash da mensagem',
  validFrom: 'Válido de',
  validUntil: 'Válido até',
  noEnd: 'Sem fim',
  warnings: {
    site: (site: string, origin: string) =>
      `Isto faz você entrar em ${site}, mas quem pede é ${origin}. Quem receber a assinatura poderá usar a sua conta lá.`,
    uri: (address: string, origin: string) => `Vale para o endereço ${address}, que não é de ${origin}.`,
    account: 'Este login indica uma conta diferente da sua carteira.',
    chain: 'Este login é para uma rede diferente da rede da sua carteira.',
    expired: 'Este login expirou.',
    early: 'Este login ainda não é válido.',
    malformed: 'Parece um login, mas não tem a forma de um. As suas partes podem significar outra coisa.',
    hidden: 'O texto tem caracteres invisíveis. Eles são mostrados pelos seus códigos.',
    foreign:
      'Trata-se do dinheiro de outra conta, não da sua carteira. A sua assinatura não vale para isso, ou é uma armadilha.',
    gives:
      'Só com esta assinatura outros podem tirar o que está indicado aqui. Nada mais é perguntado antes.',
    unread:
      'Não se sabe o que esta assinatura permite. Ela pode entregar tudo o que esta carteira tem. Leia cada linha.',
  },
  understood: 'Li e quero assinar mesmo assim',
  refused: {
    held: 'Você aprova o que esta carteira faz no seu aplicativo de aprovação, e uma assinatura contornaria isso. Nada foi assinado. Peça a esta página que envie a permissão como transação.',
    declined: 'Foi recusado no aplicativo de aprovação. Esta página não recebeu a assinatura.',
    expired: 'Não foi aprovado a tempo. Esta página não recebeu a assinatura.',
    coSigner: 'Esta carteira tem um cossignatário que não assinou. A página não recebeu nenhuma assinatura.',
    unsafe:
      'Esta página pede para assinar algo que pode ser uma transação. Nada foi assinado. Avise os responsáveis por ela.',
  },
  signedHeading: 'Assinado',
  signed: 'A página tem a sua assinatura. Nada foi enviado à blockchain.',
}

const notes: Parts['notes'] = {
  balance: (before, after) => `Saldo: ${before}. Depois disto: ${after}.`,
  source: 'Informado pelo servidor.',
  payee: (address, name) => `A organização chama ${address} de “${name}”.`,
  feeLarge: 'A taxa é maior que o valor que você envia.',
  first: (address, whole) =>
    whole
      ? `Esta carteira nunca lidou com ${address}. Compare o endereço caractere por caractere.`
      : `Esta carteira não lidou recentemente com ${address}. Compare o endereço caractere por caractere.`,
  unfinished: (address, until) =>
    `Um pagamento anterior para ${address} ainda pode ser executado até ${until}. Se você confirmar este também, talvez pague duas vezes.`,
  unchecked: (address) =>
    `Não foi possível verificar se ${address} imita outro endereço. Compare o endereço dígito por dígito.`,
  imitates: {
    wallet: (address) => `${address} começa e termina como o endereço desta carteira, mas é outro.`,
    known: (address, original) =>
      `${address} começa e termina como ${original}, com o qual esta carteira já lidou, mas é outro. Quem o criou quer que você os confunda.`,
    token: (address, original) =>
      `${address} começa e termina como ${original}, o contrato de um token, mas é outro. Quem o criou quer que você os confunda.`,
    named: (address, name) =>
      `${address} começa e termina como “${name}”, que a organização conhece, mas é outro. Quem o criou quer que você os confunda.`,
  },
  simulation: {
    differs: 'Uma simulação na blockchain difere do que é mostrado aqui. Só confirme se souber por quê.',
    balance: 'Saldo de',
    approval: 'Permissão para',
    read: 'Mostrado aqui',
    simulated: 'Na simulação',
    nothing: 'Nenhuma alteração',
    everything: 'Todos os tokens',
    understood: 'Sei por que ela difere',
    missing: 'Não foi possível simular isto na blockchain. Apenas os bytes foram lidos.',
    checking: 'Verificando o que isto faz…',
    fails: 'Esta transação vai falhar se for enviada agora.',
    notHeld: 'A carteira não tem o suficiente de um token que envia.',
    itemNotHeld: (tokenId) => `A carteira não tem o token com o ID ${tokenId}, ou não tem o suficiente.`,
    blocked: (name) => `A política “${name}” bloqueia isto.`,
    unsignable: 'Não é possível assinar.',
    again: 'Verificar de novo',
    orgApproval: (name) =>
      `Depois da sua assinatura, é necessária a aprovação da organização (política “${name}”).`,
    ownApproval: 'Depois da sua assinatura, você aprova isto no seu aplicativo de aprovação.',
  },
}

const quantity: Parts['quantity'] = {
  unlimited: (token) => (token === '' ? 'Ilimitado' : `${token} ilimitado`),
}

const signing: Parts['signing'] = {
  what: {
    coins: (amount) => ({ label: 'Você envia', main: amount }),
    moved: (amount) => ({ label: 'Você transfere de outra conta', main: amount }),
    moreAllowance: (amount) => ({ label: 'Você permite gastar mais', main: amount }),
    several: (count) => ({
      label: 'Você assina uma vez para',
      main: count === 1 ? '1 chamada' : `${count} chamadas`,
      remark: 'São feitas nesta ordem: todas ou nenhuma.',
    }),
    backup: () => ({ label: 'Você altera esta carteira', main: 'Ela recebe este endereço de reserva' }),
    backupRemoved: () => ({
      label: 'Você altera esta carteira',
      main: 'Ela não tem mais endereço de reserva',
    }),
    recoveryCancelled: () => ({ label: 'Você altera esta carteira', main: 'A recuperação é cancelada' }),
    callCancelled: () => ({ label: 'Você cancela', main: 'Uma chamada que você assinou' }),
    coSigner: () => ({ label: 'Você altera esta carteira', main: 'Ela recebe este cossignatário' }),
    coSignerRemoved: () => ({ label: 'Você altera esta carteira', main: 'Ela não tem mais cossignatário' }),
    coSignerRemovalStarted: () => ({
      label: 'Você altera esta carteira',
      main: 'Começa a remoção do cossignatário',
    }),
    coSignerKept: () => ({ label: 'Você altera esta carteira', main: 'Ela mantém o cossignatário' }),
    deviceAdded: () => ({ label: 'Você altera esta carteira', main: 'Ela recebe este dispositivo' }),
    deviceRemoved: () => ({ label: 'Você altera esta carteira', main: 'Ela perde este dispositivo' }),
    objected: () => ({ label: 'Você se opõe', main: 'À remoção de um cossignatário' }),
    registered: (said, owner) => ({
      label: `${owner} diz no registro público`,
      main: said,
      remark:
        'A organização confia nestas palavras; aqui não foram verificadas. Endereços e números são lidos da própria chamada.',
    }),
    formatted: (said) => ({
      label: 'Esta página diz',
      main: said,
      remark:
        'São palavras da página e não foram verificadas. Endereços e números são lidos da própria chamada.',
    }),
  },
  labels: {
    backup: 'Endereço de reserva',
    coSigner: 'Cossignatário',
    data: 'Dados',
    extraData: 'Dados adicionais',
    holder: 'Tirado de',
    key: 'Chave pública',
    length: 'Comprimento',
    selector: 'Função',
    value: 'Também enviado',
  },
  callNumber: (number, count) => `Chamada ${number} de ${count}`,
  bytes: (count) => (count === 1 ? '1 byte' : `${count} bytes`),
  warnings: {
    'allowance-over-balance':
      'É mais do que a sua carteira tem: o que chegar depois também poderá ser tirado.',
    'from-other-account': 'O que é movido pertence a outra conta, que permitiu à sua carteira movê-lo.',
    'adds-key': 'A chave de acesso adicionada poderá assinar tudo nesta carteira.',
    'objects-to-removal':
      'O titular da outra carteira terá de esperar 30 dias, e não 3, até o cossignatário ser removido.',
    'removes-co-signer': 'A chave de acesso sozinha poderá então mover tudo o que há nesta carteira.',
    'removes-key': 'A chave de acesso removida não poderá mais assinar nesta carteira.',
    'sets-co-signer':
      'Se este endereço estiver errado, a carteira não poderá ser usada por três dias: cada transação precisará também da assinatura dele.',
    'starts-co-signer-removal':
      'Em três dias a chave de acesso sozinha poderá mover tudo o que há nesta carteira.',
    'removes-backup':
      'A carteira ficará sem endereço de reserva. Se a chave de acesso se perder, a carteira não poderá ser recuperada.',
    'sets-backup':
      'Quem controla o endereço de reserva poderá assumir o controle da carteira depois de um prazo.',
  },
  unread: {
    heading: 'Esta página pede algo que não pode ser lido',
    lede: 'Não é possível decodificar esta chamada. Ela pode entregar tudo o que esta carteira tem.',
    understood: 'Entendo que não posso ver o que isto faz',
    missing: 'Marque a caixa ou cancele.',
    submit: 'Prosseguir',
  },
}

const wallet: Parts['wallet'] = {
  labels: {
    activeFrom: 'Pode ser ativada',
    backup: 'Endereço de reserva',
    callData: 'Dados da chamada',
    contract: 'Para (a sua carteira)',
    network: 'Rede',
    sender: 'De (endereço de reserva)',
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
    singleWithBackup:
      'Esta chave de acesso está em um único dispositivo. O seu endereço de reserva permite recuperar a carteira.',
    unchecked:
      'Esta não é a primeira chave de acesso da carteira, por isso o endereço não pode ser calculado a partir dela. Antes de receber dinheiro, compare-o com o que você anotou.',
    missedHeading: 'Essa chave de acesso não abre nenhuma das suas carteiras',
    missed: {
      unknown:
        'Talvez seja de outra conta ou de outro site. Tente outra chave de acesso ou entre com outra conta.',
      'other-chain': 'Ela foi criada para uma carteira em outra rede. Tente outra chave de acesso.',
      replaced: 'Ela foi removida da carteira, ou uma recuperação a substituiu. Use outra chave de acesso.',
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
    otherwise: (chain) => `Envie somente nesta rede: ${chain}. O que é enviado em outra rede não chega aqui.`,
    received: (amount) => `Recebido: ${amount}`,
    watching: 'Os tokens que chegarem aparecem aqui automaticamente.',
    stalled: 'Não foi possível ler o saldo. Continuamos tentando.',
    blind: 'Este serviço não informa saldos, por isso os tokens que chegam não aparecem aqui.',
    balance: (amount) => `você tem ${amount}`,
  },
  backup: {
    heading: 'Endereço de reserva',
    lede: 'Se você perder a chave de acesso, este endereço pode dar uma nova à carteira. Leva três dias e, até lá, a sua chave de acesso pode recusá-la.',
    hint: 'Um endereço cuja chave esteja segura e não neste dispositivo: uma carteira física ou alguém de confiança.',
    present: 'Você tem um endereço de reserva. Pode trocá-lo.',
    none: 'Você não tem endereço de reserva. Se a chave de acesso se perder, a carteira também se perde.',
    unknown: 'Este serviço não informa o endereço de reserva.',
    label: 'Novo endereço de reserva',
    submit: 'Verificar e assinar',
    remove: 'Remover o endereço de reserva',
    later: 'Mais tarde',
    pendingHeading: 'Uma nova chave de acesso foi proposta',
    pending: (time) =>
      `O endereço de reserva quer dar uma nova chave de acesso à sua carteira. Ela poderá ser ativada a partir de ${time}. Se não foi você, recuse-a agora.`,
    refuse: 'Recusar a nova chave de acesso',
    problems: {
      missing: 'Digite um endereço.',
      notAddress: 'Isso não é um endereço que possa ter uma chave: deve ter 0x e 40 caracteres.',
      checksum: 'Este endereço tem um erro. Copie-o de novo.',
      self: 'Essa é uma carteira sua, que as mesmas chaves de acesso abrem. Use outro endereço.',
      token: 'Esse é o contrato de um token, que não pode assinar nada. Use outro endereço.',
      same: 'Esse já é o seu endereço de reserva.',
      coSigner: 'Esse é o endereço do seu cossignatário ou da sua chave de aprovação. Use outro endereço.',
      imitation: 'Este endereço parece um dos seus, mas é outro. Copie-o de novo de onde você o conhece.',
    },
    what: {
      set: 'Você define um endereço de reserva',
      remove: 'Você remove o endereço de reserva',
      removed: 'A carteira não pode ser recuperada',
      refuse: 'Você recusa a chave de acesso proposta',
      refused: 'A sua chave de acesso fica',
      unknown: 'Você chama um contrato',
      unknownMain: 'O efeito é desconhecido',
    },
    warnings: {
      'sets-backup':
        'Quem tiver a chave deste endereço poderá assumir o controle da sua carteira depois de três dias, se você não recusar a tempo.',
      'removes-backup': 'Sem endereço de reserva, uma chave de acesso perdida é uma carteira perdida.',
      'unknown-call': 'Não é possível decodificar esta chamada: o efeito é desconhecido.',
    },
    confirmed: { heading: 'Pronto', text: 'Está confirmado na blockchain.' },
    failed: { heading: 'Falhou', text: 'Não foi executado, e nada mudou.' },
    preparing: 'Preparando…',
    another: 'Mostrar o endereço de reserva',
  },
  recover: {
    heading: 'Recupere a sua carteira',
    lede: 'Para quando a chave de acesso dela se perdeu. Você cria uma nova agora. O seu endereço de reserva a propõe e, três dias depois, ela abre a carteira.',
    submit: 'Criar a nova chave de acesso',
    domain: 'Funciona em',
    proposalHeading: 'Proponha a nova chave de acesso',
    proposal:
      'Envie esta chamada a partir do seu endereço de reserva, com qualquer aplicativo de carteira. Veremos quando ela chegar.',
    other:
      'O endereço de reserva propôs uma chave de acesso diferente desta. Envie esta chamada para propor esta no lugar; os três dias recomeçam.',
    qr: 'Código QR da chamada, para aplicativos de carteira que o leem',
    watching: 'Aguardando. Você pode sair e voltar: a sua nova chave de acesso é mantida.',
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
    noBackupHeading: 'Esta carteira não tem endereço de reserva',
    noBackup:
      'Só a chave de acesso a abre. Procure-a nos seus outros dispositivos, no gerenciador de senhas ou na chave de segurança.',
    doneHeading: 'A sua carteira foi recuperada',
    done: 'Ela abre com a sua nova chave de acesso. A antiga não a abre mais.',
    doneElsewhere: 'Ela abre com a nova chave de acesso, no dispositivo em que foi criada.',
  },
}

const welcome: Parts['welcome'] = {
  mail: 'Verifique o seu e-mail para proteger esta carteira',
  link: 'Abra o link que enviamos. Depois disso, este serviço não envia nada da carteira até que você aprove no aplicativo de aprovação.',
}

/** Entry of this language's file. */
export default function openLanguage(): Language {
  return {
    ...main,
    parts: { calls, held, frame, funding, message, notes, quantity, signing, wallet, welcome },
  }
}
