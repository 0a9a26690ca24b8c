"""The models: catalogue, fetch, embedder, generator. The only users of the model libraries."""
