import fc from 'fast-check'

/** A mutant is killed by the first failure: a smaller counterexample is of no use. */
fc.configureGlobal({ endOnFailure: true })
