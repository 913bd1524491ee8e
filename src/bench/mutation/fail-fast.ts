import fc from 'fast-check'

/** The first failure kills a mutant, so a smaller counterexample is useless. */
fc.configureGlobal({ endOnFailure: true })
