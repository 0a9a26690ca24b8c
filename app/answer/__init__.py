"""From a question to an answer with citations: gate, prompt, citations, answerer."""
