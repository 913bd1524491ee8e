/**
 * Types of the two elements for templates of Vue and Svelte, in files that import these packages. They are
 * written as text here, because neither package is installed where this one is built. A project imports them
 * once, for example in `env.d.ts`.
 */
export const FRAMEWORK_TYPES = {
  vue: `import type { LatchkeyEventMap, SignableMessage, WidgetCall } from './index.js';
import type { LatchkeyFrameAttributes, LatchkeyWalletAttributes } from './types/widget/react/attributes.js';

type Camel<Name extends string> = Name extends \`\${infer First}-\${infer Rest}\` ? \`\${First}\${Capitalize<Camel<Rest>>}\` : Name;
/** Handlers as Vue names them: \`@latchkey-confirmed\` is \`onLatchkeyConfirmed\`. */
type Listeners = {
  [Name in keyof LatchkeyEventMap as \`on\${Capitalize<Camel<Name>>}\`]?: (event: LatchkeyEventMap[Name]) => void;
};
type Properties = {
  getToken?: () => Promise<string>;
  call?: WidgetCall | null | undefined;
  message?: SignableMessage | null | undefined;
  id?: string;
  class?: unknown;
  style?: unknown;
};
type WalletProperties = LatchkeyWalletAttributes & Properties & { token?: string; descriptors?: readonly object[] };
type FrameProperties = LatchkeyFrameAttributes & Properties;
type Plain<Given> = { [Name in keyof Given]: Given[Name] };

/**
 * The elements as components of a template.
 *
 * @example
 * type Wallet = InstanceType<LatchkeyVueElements['latchkey-wallet']>
 */
export type LatchkeyVueElements = {
  'latchkey-wallet': new () => { $props: Plain<WalletProperties & Listeners> };
  'latchkey-frame': new () => { $props: Plain<FrameProperties & Listeners> };
};

declare module 'vue' {
  interface GlobalComponents extends LatchkeyVueElements {}
}
`,
  svelte: `import type { LatchkeyEventMap, LatchkeyWalletElement, SignableMessage, WidgetCall } from './index.js';
import type { LatchkeyFrameElement } from './frame.js';
import type { LatchkeyFrameAttributes, LatchkeyWalletAttributes } from './types/widget/react/attributes.js';

type Kebab<Name extends string> = Name extends \`\${infer First}\${infer Rest}\`
  ? First extends Lowercase<First> ? \`\${First}\${Kebab<Rest>}\` : \`-\${Lowercase<First>}\${Kebab<Rest>}\`
  : Name;
type Attributes<Given> = { [Name in keyof Given as Kebab<Name & string>]: Given[Name] };
/** Handlers of Svelte 5, \`onlatchkey-confirmed\`, and of Svelte 4, \`on:latchkey-confirmed\`. */
type Listeners<Element> = {
  [Name in keyof LatchkeyEventMap as \`on\${Name}\` | \`on:\${Name}\`]?: (
    event: LatchkeyEventMap[Name] & { currentTarget: EventTarget & Element },
  ) => void;
};
type Properties = {
  getToken?: () => Promise<string>;
  call?: WidgetCall | null | undefined;
  message?: SignableMessage | null | undefined;
};

/**
 * The attributes and properties of the elements in a template, besides those of every element.
 *
 * @example
 * type Wallet = LatchkeySvelteElements['latchkey-wallet']
 */
export type LatchkeySvelteElements = {
  'latchkey-wallet': Attributes<LatchkeyWalletAttributes> &
    Properties & { token?: string; descriptors?: readonly object[] } & Listeners<LatchkeyWalletElement>;
  'latchkey-frame': Attributes<LatchkeyFrameAttributes> & Properties & Listeners<LatchkeyFrameElement>;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'latchkey-wallet': Omit<HTMLAttributes<LatchkeyWalletElement>, keyof LatchkeySvelteElements['latchkey-wallet']> &
      LatchkeySvelteElements['latchkey-wallet'];
    'latchkey-frame': Omit<HTMLAttributes<LatchkeyFrameElement>, keyof LatchkeySvelteElements['latchkey-frame']> &
      LatchkeySvelteElements['latchkey-frame'];
  }
}
`,
} as const
