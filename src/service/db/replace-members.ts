/**
 * The same object with some members replaced. All other methods run on the original object, so its private
 * state stays intact.
 */
export function replaceMembers<Target extends object>(target: Target, replaced: Partial<Target>): Target {
  return new Proxy(target, {
    get: (_, name) => {
      if (Object.hasOwn(replaced, name)) return Reflect.get(replaced, name)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
