"""The tables of a graph folder in SQL; `kg.store` says what they hold."""

TABLES = """
CREATE TABLE papers (id TEXT PRIMARY KEY, label TEXT, title TEXT, text TEXT, year INTEGER, venue TEXT,
  authors TEXT, url TEXT, keywords TEXT, source TEXT) WITHOUT ROWID;
CREATE TABLE concepts (id TEXT PRIMARY KEY, kind TEXT, name TEXT, aliases TEXT, kind_votes TEXT,
  mentioned INTEGER, former_ids TEXT) WITHOUT ROWID;
CREATE TABLE results (id TEXT PRIMARY KEY, paper TEXT, value TEXT, metric TEXT, "on" TEXT, "by" TEXT, vs TEXT,
  low REAL, high REAL, unit TEXT, relation TEXT, change TEXT) WITHOUT ROWID;
CREATE TABLE edges (source TEXT, target TEXT, type TEXT, kind TEXT, confidence REAL, rule TEXT,
  PRIMARY KEY (source, target, type)) WITHOUT ROWID;
CREATE INDEX edges_by_target ON edges (target, type);
CREATE TABLE evidence (source TEXT, target TEXT, type TEXT, rank INTEGER, paper TEXT, field TEXT, start INTEGER,
  end INTEGER, surface TEXT, sentence TEXT, sentence_start INTEGER, said_by TEXT, role_by TEXT, cue TEXT,
  confidence REAL, PRIMARY KEY (source, target, type, rank)) WITHOUT ROWID;
CREATE TABLE extractions (hash TEXT PRIMARY KEY, record TEXT, digest TEXT) WITHOUT ROWID;
CREATE TABLE extracted (paper TEXT PRIMARY KEY, hash TEXT) WITHOUT ROWID;
CREATE TABLE merges (concept TEXT, "left" TEXT, "right" TEXT, reason TEXT, grounds TEXT, papers TEXT, n_papers INTEGER);
CREATE INDEX merges_by_concept ON merges (concept);
CREATE TABLE undecided (concept TEXT, acronym TEXT, candidates TEXT, papers TEXT, grounds TEXT);
CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
"""
