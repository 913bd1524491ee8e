import 'latchkey/define'
import { createApp } from 'vue'
import { openShop, readShopSettings } from './shop.ts'
import ShopPage from './vue-shop.vue'

const { element, settings } = readShopSettings()
createApp(ShopPage, { shop: openShop(settings) }).mount(element)
