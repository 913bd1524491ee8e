import type { MainMessages } from '#widget/messages/en.ts'

/** Portuguese, as in Brazil. */
export const main: MainMessages = {
  language: 'pt',
  direction: 'ltr',
  separators: { group: '.', decimal: ',' },
  errors: {
    CONFIGURATION: 'Esta página não configurou a carteira corretamente. Avise os responsáveis por ela.',
    UNSUPPORTED_BROWSER:
      'Este navegador não pode usar chaves de acesso nesta página. Abra-a em um navegador atual.',
    RP_ID_MISMATCH:
      'A chave de acesso pertence a outro endereço web. Abra a página em que você criou a carteira.',
    OPERATION_NOT_ALLOWED:
      'Esta página não pode fazer isso com a sua carteira. Avise os responsáveis por ela.',
    SESSION_EXPIRED: 'A sua sessão terminou. Recarregue a página, entre se ela pedir e comece de novo.',
    OFFLINE: 'Você está sem conexão. Verifique-a e tente de novo: nada se perdeu.',
    NETWORK_FAILED:
      'Não foi possível contatar o serviço de carteiras. Tente de novo em instantes: nada se perdeu.',
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
    NO_TOKEN: 'Esta carteira não tem moedas que possam ser enviadas daqui.',
    INSUFFICIENT_BALANCE: 'O saldo da carteira não cobre a taxa. Adicione moedas e tente de novo.',
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
    TOKEN_UNREADABLE: 'Não é possível ler este token. Verifique o endereço dele.',
    WALLET_NOT_OWNED: 'Esta carteira não está na sua conta aqui. Avise os responsáveis por esta página.',
    NOT_FOUND: 'O serviço de carteiras não oferece isto. Avise os responsáveis por esta página.',
    CONFLICT: 'Isso já está em andamento. Espere um momento e tente de novo.',
    RATE_LIMITED: 'Foram vezes demais seguidas. Espere um momento e tente de novo.',
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
      'O destinatário é o próprio contrato do token. As moedas enviadas para lá se perdem.',
    'to-zero-address': 'O destinatário não é ninguém. As moedas enviadas para lá se perdem.',
    'unknown-token': 'Ninguém aqui responde por este token nem pelo nome dele.',
    'suspicious-token-text': 'O nome do token foi escrito para enganar.',
  },
  otherWarning: 'Leia cada detalhe antes de confirmar.',
  states: {
    SUBMITTED: { heading: 'Enviado', text: 'A blockchain está confirmando. Leva poucos segundos.' },
    CONFIRMED: { heading: 'Confirmado', text: 'A transferência é definitiva.' },
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
    units: (units) => `${units} unidades mínimas`,
    chain: (chainId) => `Rede ${chainId}`,
    unnamed: 'Carteira',
    noFee: 'Nenhuma',
  },
  labels: {
    address: 'Endereço',
    amount: 'Valor',
    calldata: 'Dados da chamada',
    digest: 'Hash a assinar',
    email: 'E-mail',
    exactAmount: 'Valor em unidades mínimas',
    expiration: 'Expira (segundos Unix)',
    fee: 'Taxa',
    feeReceiver: 'A taxa vai para',
    feeToken: 'Token da taxa',
    feeUnits: 'Taxa em unidades mínimas',
    fingerprint: 'Palavras de controle',
    from: 'De',
    function: 'Função',
    name: 'Nome',
    network: 'Rede',
    reason: 'Motivo',
    to: 'Para',
    token: 'Token',
    transaction: 'Transação',
    validFor: 'Válido por',
  },
  person: {
    heading: 'Crie a sua carteira',
    lede: (organization) =>
      `${organization} confirma primeiro o seu e-mail. Depois, uma chave de acesso no seu dispositivo abre a sua carteira.`,
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
    lede: 'O dispositivo pede a sua impressão digital, o seu rosto ou o PIN. A chave de acesso é a única chave da carteira: ninguém mais a vê.',
    domain: 'Funciona em',
    submit: 'Criar chave de acesso',
    knownHeading: 'Continue com a sua chave de acesso',
    knownLede: 'Você já criou uma aqui, e ela ainda não tem carteira. Confirme-a uma vez e seguimos.',
    knownSubmit: 'Usar minha chave de acesso',
    makeNew: 'Criar uma nova chave de acesso',
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
    backup: 'Adicionar um endereço de reserva',
  },
  wallet: {
    heading: 'Escolha uma carteira',
    lede: 'De qual carteira você quer enviar?',
  },
  transfer: {
    heading: 'Enviar moedas',
    change: 'Mudar de carteira',
    toHint: 'O endereço do destinatário: 0x e 40 caracteres.',
    balance: (amount) => `Saldo: ${amount}`,
    all: 'Enviar tudo',
    submit: 'Revisar',
    problems: {
      toMissing: 'Digite o endereço do destinatário.',
      toNotAddress: 'Isso não é um endereço: deve ter 0x e 40 caracteres.',
      toChecksum: 'Este endereço tem um erro. Copie-o de novo.',
      toZero: 'Esse endereço não é de ninguém. Digite outro.',
      amountMissing: 'Digite um valor.',
      amountFormat: 'Digite um número como 12,50, sem separar os milhares.',
      amountDecimals: (decimals) =>
        decimals === 0
          ? 'Digite um número inteiro.'
          : `Use no máximo ${decimals} ${decimals === 1 ? 'casa decimal' : 'casas decimais'}.`,
      amountZero: 'Digite mais do que zero.',
      amountRange: 'Esse número é grande demais.',
      amountBalance: (balance, fee, fixed) =>
        `A carteira tem ${balance}${fee === '' ? '' : ` e a taxa é de ${fee}`}. ${fixed ? 'Adicione moedas e tente de novo' : 'Digite menos'}.`,
    },
  },
  confirm: {
    heading: 'Verifique e confirme',
    lede: 'Você envia',
    until: (minutes, time) => `${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}, até ${time}`,
    fingerprintHint: 'As mesmas palavras aparecem onde quer que esta transferência seja mostrada.',
    details: 'Dados exatos',
    unverified: (amount) => `${amount}, se o token diz a verdade`,
    submit: 'Confirmar com chave de acesso',
  },
  progress: {
    noStatus: 'O serviço de carteiras não informa a esta página como continua.',
    lost: 'Sem conexão com o serviço de carteiras. Continuamos tentando sozinhos: nada se perde nem é enviado duas vezes.',
    another: 'Enviar mais',
  },
}
