/** The version whose schemas a document has; 3.2 has those of 3.1. */
export type Dialect = '2.0' | '3.0' | '3.1'
