import Predicate
