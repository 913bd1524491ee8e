/** The compiler knows no `.vue` files: they are compiled by Vite. */
declare module '*.vue' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}
