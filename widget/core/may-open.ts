/** Whether a page lets a passkey prompt open. True unless its hook returns or resolves to `false`. */
export async function mayOpen<Detail>(
  hook: ((detail: Detail) => unknown) | undefined,
  detail: Detail,
): Promise<boolean> {
  return (await hook?.(detail)) !== false
}
