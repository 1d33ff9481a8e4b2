type Report = {
  metadata?: { vulnerabilities?: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string }>
}

/** What the JSON of `npm audit` means. Anything that is no complete report counts as "no answer", and does not fail. */
export function auditResult(stdout: string | null): { message: string; failed: boolean } {
  const { metadata, vulnerabilities } = readReport(stdout ?? '')
  const counts = metadata?.vulnerabilities
  if (!counts || !vulnerabilities) {
    return { message: 'Audit SKIPPED: the registry did not answer. Nothing was checked.', failed: false }
  }
  const grave = Object.entries(vulnerabilities).filter(([, { severity }]) =>
    /^(high|critical)$/.test(severity),
  )
  if (grave.length === 0) {
    const lesser = (counts.total ?? 0) === 0 ? 'no' : `${counts.total} moderate or low`
    return {
      message: `Audit passed: ${lesser} known vulnerabilities in production dependencies.`,
      failed: false,
    }
  }
  const names = grave.map(([name, { severity }]) => `${name} (${severity})`).join(', ')
  return { message: `Audit FAILED: ${names}. Run npm audit --omit=dev.`, failed: true }
}

function readReport(text: string): Report {
  try {
    const report: unknown = JSON.parse(text)
    return typeof report === 'object' && report !== null ? report : {}
  } catch {
    return {}
  }
}
