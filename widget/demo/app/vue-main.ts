import 'latchkey/define'
import { createApp } from 'vue'
import { findPlace } from './place.ts'
import { openShop } from './shop.ts'
import ShopPage from './vue-shop.vue'

const { element, place } = findPlace()
createApp(ShopPage, { shop: openShop(place) }).mount(element)
