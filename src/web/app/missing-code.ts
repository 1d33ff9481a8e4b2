/** The code of a page or a part of one did not arrive. */
export class MissingCode extends Error {
  override readonly name = 'MissingCode'
  constructor(cause: unknown) {
    super('The code of this part of the shop did not arrive', { cause })
  }
}

/** Runs an import; its failure is a MissingCode. */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw new MissingCode(cause)
  }
}
